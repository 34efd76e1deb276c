package dev.multipool.laboratory.process;

import dev.multipool.pools.DurationText;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A call of something that may never answer: it runs in a thread of its own, and is given up after a time. */
public final class BoundedCall {
    private BoundedCall() {}

    /**
     * What the call returns.
     *
     * @param thread its name
     * @throws ExecutionException with whatever the call throws
     * @throws TimeoutException when it takes longer; it is interrupted then, and nobody waits for it any more
     */
    public static <T> T within(Duration atMost, String thread, Callable<T> call)
            throws ExecutionException, TimeoutException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(call);
        Thread worker = new Thread(task, thread);
        worker.setDaemon(true);
        worker.start();
        try {
            return task.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            // nothing happens to one that is done
            task.cancel(true);
        }
    }

    /**
     * The same for a question to another process.
     *
     * @param failure what it means that there is no answer
     * @throws ProcessFailedException of the question; with the failure and its reason for whatever else it throws, and when it
     *     takes too long
     */
    static <T> T ask(Duration atMost, String thread, String failure, Callable<T> question) throws InterruptedException {
        try {
            return within(atMost, thread, question);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProcessFailedException known
                    ? known
                    : new ProcessFailedException(failure + ": " + reason(e.getCause()));
        } catch (TimeoutException e) {
            throw new ProcessFailedException(
                    ProcessFailedException.Kind.SILENT, failure + ": no answer within " + DurationText.format(atMost));
        }
    }

    private static String reason(@Nullable Throwable cause) {
        return cause == null || cause.getMessage() == null ? String.valueOf(cause) : cause.getMessage();
    }

    /** The same for a call whose failures are nobody's concern. */
    public static void quietly(Duration atMost, String thread, Callable<?> call) {
        try {
            within(atMost, thread, call);
        } catch (ExecutionException | TimeoutException e) {
            // as it was said
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
