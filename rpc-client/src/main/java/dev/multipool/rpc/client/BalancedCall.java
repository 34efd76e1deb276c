package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One call over its attempts, of which one is under way at a time, at another server each. */
final class BalancedCall<T> extends CompletableFuture<T> {
    private final ServerSet servers;
    private final RetryBudget budget;
    private final Ticker ticker;
    private final Sending<T> sending;
    private final long deadlineNanos;

    // most calls have one attempt; one thread at a time
    private List<BalancedServer> tried = List.of();
    private volatile @Nullable CompletableFuture<T> attempt;

    /** Sends a call to one server. */
    @FunctionalInterface
    interface Sending<T> {
        CompletableFuture<T> by(ServerLink link, Duration remaining);
    }

    BalancedCall(ServerSet servers, RetryBudget budget, Ticker ticker, Sending<T> sending, long timeoutNanos) {
        this.servers = servers;
        this.budget = budget;
        this.ticker = ticker;
        this.sending = sending;
        this.deadlineNanos = ticker.nanoTime() + timeoutNanos;
    }

    void start(String whichServers) {
        budget.onCall();
        BalancedServer server = servers.enter(tried);
        if (server == null) {
            super.completeExceptionally(
                    RpcException.notSent(RpcErrorCode.EFAILEDSOCKET, "no server is connected of " + whichServers));
        } else {
            send(server);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the attempt's end is told by its completion
    private void send(BalancedServer server) {
        long connectsBefore = server.link().connects();
        CompletableFuture<T> sent = null;
        try {
            long remainingNanos = Math.max(1, deadlineNanos - ticker.nanoTime());
            sent = sending.by(server.link(), Duration.ofNanos(remainingNanos));
            attempt = sent;
            if (isDone()) {
                // ended by its caller between two attempts
                sent.cancel(false);
            }
            sent.whenComplete((answer, failure) -> onEnd(server, connectsBefore, answer, failure));
        } catch (Throwable t) {
            if (sent != null) {
                sent.cancel(false);
            }
            servers.exit(server, Outcome.NOTHING, connectsBefore);
            super.completeExceptionally(t);
        }
    }

    private void onEnd(BalancedServer server, long connectsBefore, T answer, @Nullable Throwable failure) {
        try {
            servers.exit(server, Outcome.of(failure), connectsBefore);
            if (failure == null) {
                super.complete(answer);
            } else {
                onFailure(server, failure);
            }
        } catch (Throwable t) {
            // the attempt has ended: if nothing ends the call now, nothing will
            super.completeExceptionally(t);
        }
    }

    private void onFailure(BalancedServer server, Throwable failure) {
        BalancedServer next = mayBeSentAgain(failure) ? another(server) : null;
        if (next == null) {
            super.completeExceptionally(failure);
        } else {
            send(next);
        }
    }

    private boolean mayBeSentAgain(Throwable failure) {
        return failure instanceof RpcException rpc
                && rpc.isNotExecuted()
                && !isDone()
                && deadlineNanos - ticker.nanoTime() > 0;
    }

    /** A server that did not have the call, if there is one and the budget has room. */
    private @Nullable BalancedServer another(BalancedServer failed) {
        List<BalancedServer> hadIt = new ArrayList<>(tried);
        hadIt.add(failed);
        tried = hadIt;
        BalancedServer next = servers.enter(tried);
        if (next != null && !budget.tryTake()) {
            servers.exit(next, Outcome.NOTHING, 0);
            return null;
        }
        return next;
    }

    @Override
    public boolean complete(T value) {
        return endAttempt(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable cause) {
        return endAttempt(super.completeExceptionally(cause));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return endAttempt(super.cancel(mayInterruptIfRunning));
    }

    /** The caller ended the call: what is under way need not go on. */
    private boolean endAttempt(boolean ended) {
        CompletableFuture<T> current = attempt;
        if (ended && current != null) {
            current.cancel(false);
        }
        return ended;
    }
}
