package dev.multipool.rpc.client;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** The connections to a server that is not there: the test says whether they are up, and ends each call itself. */
final class ScriptedLink implements ServerLink {
    /** A call that was sent and what the test ends it by. */
    record Sent(Duration timeout, CompletableFuture<Object> end) {
        void answer() {
            end.complete(FindUserInfoResponse.getDefaultInstance());
        }

        void fail(RpcErrorCode code) {
            end.completeExceptionally(new RpcException(code, "scripted"));
        }

        void refuse() {
            end.completeExceptionally(RpcException.notSent(RpcErrorCode.EFAILEDSOCKET, "scripted"));
        }
    }

    private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
    private final AtomicLong connects = new AtomicLong(1);
    private volatile boolean connected = true;
    private volatile boolean closed;
    private volatile boolean closedAsGone;
    private Runnable onceAsked = () -> {};

    void disconnect() {
        connected = false;
    }

    void connectAnew() {
        connected = true;
        connects.incrementAndGet();
    }

    /** Does this when it is asked the next time whether it is connected, which it still answers as before. */
    void onceAsked(Runnable action) {
        onceAsked = action;
    }

    boolean isClosedAsGone() {
        return closedAsGone;
    }

    boolean isClosed() {
        return closed;
    }

    /** The calls that were sent since this was asked last. */
    List<Sent> takeSent() {
        List<Sent> taken = new ArrayList<>();
        for (Sent next = sent.poll(); next != null; next = sent.poll()) {
            taken.add(next);
        }
        return taken;
    }

    @Override
    @SuppressWarnings("unchecked") // the test answers what its caller asked for
    public <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout) {
        CompletableFuture<Object> end = new CompletableFuture<>();
        if (closed) {
            end.completeExceptionally(new RpcException(RpcErrorCode.ECLOSE, "scripted"));
        }
        sent.add(new Sent(timeout, end));
        return (CompletableFuture<R>) (CompletableFuture<?>) end;
    }

    @Override
    public <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout) {
        throw new UnsupportedOperationException("no test sends attachments here");
    }

    @Override
    public int connectionsUp() {
        return connected ? 1 : 0;
    }

    @Override
    public boolean isConnected() {
        boolean answer = connected;
        Runnable action = onceAsked;
        onceAsked = () -> {};
        action.run();
        return answer;
    }

    @Override
    public long connects() {
        return connects.get();
    }

    @Override
    public void close() {
        closed = true;
        connected = false;
    }

    @Override
    public void closeGone() {
        closedAsGone = true;
        close();
    }
}
