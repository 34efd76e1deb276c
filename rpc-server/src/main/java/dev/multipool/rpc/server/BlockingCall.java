package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolTask;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import java.util.Objects;

/**
 * One call on its way through a pool. Once the pool has accepted it, it owns the request frame.
 *
 * @param <ReqT> the request message
 * @param <ResT> the response message
 */
final class BlockingCall<ReqT extends Message, ResT extends Message> implements PoolTask {
    private final MethodBinding.Blocking<ReqT, ResT> binding;
    private final RpcFrame frame;
    private final CallContext call;
    private final Reply reply;
    private final HandlerFailures failures;
    private TaskOutcome outcome = TaskOutcome.COMPLETED;

    BlockingCall(
            MethodBinding.Blocking<ReqT, ResT> binding,
            RpcFrame frame,
            CallContext call,
            Reply reply,
            HandlerFailures failures) {
        this.binding = binding;
        this.frame = frame;
        this.call = call;
        this.reply = reply;
        this.failures = failures;
    }

    @Override
    public long deadlineNanos() {
        return call.deadlineNanos();
    }

    @Override
    public void run() {
        try {
            ResT response = binding.handler().handle(takeRequest(), call);
            reply.success(Objects.requireNonNull(response, "handler answered null"));
        } catch (Exception e) {
            fail(e);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        } catch (Error e) {
            fail(e);
            throw e;
        }
    }

    private ReqT takeRequest() {
        try {
            return Payloads.parse(call.method(), binding.method().requestParser(), frame.payload());
        } finally {
            frame.release();
        }
    }

    private void fail(Throwable thrown) {
        outcome = TaskOutcome.FAILED;
        reply.failure(failures.toAnswer(call.method(), thrown));
    }

    @Override
    public TaskOutcome outcome() {
        return outcome;
    }

    @Override
    public void notRun(NotRunReason reason) {
        frame.release();
        reply.failure(
                switch (reason) {
                    case EXPIRED ->
                        new RpcException(
                                RpcErrorCode.ERPCTIMEDOUT,
                                "the deadline passed in the queue of pool " + binding.poolName());
                    case DROPPED -> new RpcException(RpcErrorCode.ELOGOFF, "the server stopped before the call ran");
                    case CANCELLED -> new RpcException(RpcErrorCode.EINTERNAL, "the call was cancelled");
                });
    }
}
