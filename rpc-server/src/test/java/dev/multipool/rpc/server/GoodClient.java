package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one who does nothing wrong: calls again and again on one connection of its own while others misbehave, and keeps
 * what went wrong for it.
 */
public final class GoodClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(2);

    private final RpcClient client;
    private final CallOnce call;
    private final Thread thread = new Thread(this::callAgainAndAgain, "good-client");
    private final AtomicLong served = new AtomicLong();
    private final List<Exception> failures = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    /** One call; tells whether its answer is right. */
    @FunctionalInterface
    public interface CallOnce {
        boolean by(RpcClient client, Duration timeout) throws RpcException, InterruptedException;
    }

    /** Begins to call. */
    public GoodClient(int port, CallOnce call) {
        this(RpcClient.builder().target("127.0.0.1", port).build(), call);
    }

    /** Begins to call by this client, which is closed with it. */
    public GoodClient(RpcClient client, CallOnce call) {
        this.client = client;
        this.call = call;
        thread.start();
    }

    /** Calls answered rightly so far. */
    public long served() {
        return served.get();
    }

    /** Waits for some more calls to be served, and fails if any call since the start was not, or had to reconnect. */
    public void assertServedThroughout() {
        long before = served.get();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (served.get() < before + 3 && failures.isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        assertThat(failures).isEmpty();
        assertThat(served.get()).isGreaterThanOrEqualTo(before + 3);
        assertThat(client.reconnects()).isZero();
    }

    private void callAgainAndAgain() {
        while (!ended) {
            @Nullable Exception failure = null;
            try {
                if (call.by(client, PATIENCE)) {
                    served.incrementAndGet();
                } else {
                    failure = new IllegalStateException("a wrong answer");
                }
            } catch (RpcException | InterruptedException e) {
                failure = e;
            }
            if (failure != null && !ended) {
                failures.add(failure);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }
}
