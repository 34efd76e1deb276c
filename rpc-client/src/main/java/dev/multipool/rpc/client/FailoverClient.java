package dev.multipool.rpc.client;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Calls any of several servers that serve the same. Calls go to them in turn. A call that was surely not executed
 * ({@link RpcException#isNotExecuted}: its server stops, or is not connected) is sent to the next one within the same
 * deadline, to each server once at most. Every other failure goes to the caller: a call that may have been executed is
 * never sent again.
 *
 * <p><b>Threads</b>: as {@link RpcClient}; a call completes on an event loop of the client that it was last sent by.
 */
public final class FailoverClient implements AutoCloseable {
    private final List<RpcClient> clients;
    private final Ticker ticker = Ticker.systemTicker();
    private final AtomicInteger roundRobin = new AtomicInteger();
    private final LongAdder retries = new LongAdder();

    /**
     * Over clients of one server each; they are closed with it.
     *
     * @throws IllegalArgumentException when there is none
     */
    public FailoverClient(List<RpcClient> clients) {
        if (clients.isEmpty()) {
            throw new IllegalArgumentException("clients: none (expected: one for each server)");
        }
        this.clients = List.copyOf(clients);
    }

    /**
     * Sends one call, to the next server or one after it.
     *
     * @param timeout of the call as a whole; see {@link RpcChannel#call}
     * @return the answer, or the failure at the server that was tried last
     */
    public <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout) {
        return send((client, remaining) -> client.call(method, request, remaining), timeout);
    }

    /** Sends one call with an attachment, as {@link #call} does. */
    public <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout) {
        return send((client, remaining) -> client.callAttached(method, request, remaining), timeout);
    }

    private <T> CompletableFuture<T> send(Sending<T> sending, Duration timeout) {
        FailoverCall<T> call = new FailoverCall<>(sending, timeout);
        call.tryNext(null);
        return call;
    }

    /** Calls sent again so far, each time counted. */
    public long retries() {
        return retries.sum();
    }

    /** Closes the clients. */
    @Override
    public void close() {
        clients.forEach(RpcClient::close);
    }

    /** Sends a call by one of the clients. */
    @FunctionalInterface
    private interface Sending<T> {
        CompletableFuture<T> by(RpcClient client, Duration remaining);
    }

    /** One call over its attempts, of which one is under way at a time. */
    private final class FailoverCall<T> extends CompletableFuture<T> {
        private final Sending<T> sending;
        private final long deadlineNanos;
        private final int first = roundRobin.getAndIncrement();
        private int attempts;
        private volatile @Nullable CompletableFuture<T> attempt;

        FailoverCall(Sending<T> sending, Duration timeout) {
            this.sending = sending;
            this.deadlineNanos = ticker.nanoTime() + CallTimeout.toNanos("timeout", timeout);
        }

        @SuppressWarnings("FutureReturnValueIgnored") // the attempt's end is told by its completion
        void tryNext(@Nullable Throwable lastFailure) {
            long remainingNanos = deadlineNanos - ticker.nanoTime();
            if (lastFailure != null && (attempts == clients.size() || remainingNanos <= 0 || isDone())) {
                completeExceptionally(lastFailure);
                return;
            }
            if (lastFailure != null) {
                retries.increment();
            }
            RpcClient client = clients.get(Math.floorMod(first + attempts, clients.size()));
            attempts++;
            CompletableFuture<T> sent = sending.by(client, Duration.ofNanos(Math.max(1, remainingNanos)));
            attempt = sent;
            if (isDone()) {
                // cancelled between two attempts
                sent.cancel(false);
            }
            sent.whenComplete((answer, failure) -> {
                if (failure == null) {
                    complete(answer);
                } else if (failure instanceof RpcException rpc && rpc.isNotExecuted()) {
                    tryNext(failure);
                } else {
                    completeExceptionally(failure);
                }
            });
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            CompletableFuture<T> current = attempt;
            if (cancelled && current != null) {
                current.cancel(false);
            }
            return cancelled;
        }
    }
}
