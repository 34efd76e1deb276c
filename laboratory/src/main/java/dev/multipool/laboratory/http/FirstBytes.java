package dev.multipool.laboratory.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a body; what comes behind them is not waited for.
 *
 * <p><b>Threads:</b> one at a time brings bytes, another one waits for them.
 */
final class FirstBytes implements BodySubscriber<FirstBytes> {
    private final int most;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    FirstBytes(int most) {
        this.most = most;
    }

    /** There at once, so that the status is told before the body has come. */
    @Override
    public CompletionStage<FirstBytes> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public synchronized void onSubscribe(Flow.Subscription body) {
        subscription = body;
        body.request(Long.MAX_VALUE);
    }

    @Override
    public synchronized void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[Math.min(buffer.remaining(), most - kept.size())];
            buffer.get(bytes);
            kept.writeBytes(bytes);
        }
        if (kept.size() >= most) {
            cancel();
            ended.complete(true);
        }
    }

    @Override
    public void onError(Throwable failure) {
        ended.complete(false);
    }

    @Override
    public void onComplete() {
        ended.complete(true);
    }

    private void cancel() {
        if (subscription != null) {
            subscription.cancel();
        }
    }

    /** Whether it came whole, or as much of it as is kept; what has not come by then is given up. */
    boolean awaitEnd(long nanos) throws InterruptedException {
        try {
            return ended.completeOnTimeout(false, Math.max(0, nanos), TimeUnit.NANOSECONDS)
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            synchronized (this) {
                cancel();
            }
        }
    }

    /** What has come so far. */
    synchronized String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }
}
