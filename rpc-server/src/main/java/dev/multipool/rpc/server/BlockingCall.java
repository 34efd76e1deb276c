package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolTask;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
    private final RejectionCounts rejections;
    private final boolean darkMode;
    // what run() came to: a response, or a failure, both null before
    private @Nullable ResT response;
    private @Nullable RpcException failure;

    BlockingCall(
            MethodBinding.Blocking<ReqT, ResT> binding,
            RpcFrame frame,
            CallContext call,
            Reply reply,
            HandlerFailures failures,
            RejectionCounts rejections,
            boolean darkMode) {
        this.binding = binding;
        this.frame = frame;
        this.call = call;
        this.reply = reply;
        this.failures = failures;
        this.rejections = rejections;
        this.darkMode = darkMode;
    }

    @Override
    public long deadlineNanos() {
        return darkMode ? NO_DEADLINE : call.deadlineNanos();
    }

    @Override
    public void run() {
        reply.dequeued();
        if (darkMode && call.remaining().isZero()) {
            rejections.count(CallRejection.EXPIRED_IN_QUEUE);
        }
        try {
            response = Objects.requireNonNull(binding.handler().handle(takeRequest(), call), "handler answered null");
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
            call.takeAttachment(frame);
            return Requests.read(call.method(), binding.method().requestParser(), frame, reply.maxBodyBytes());
        } finally {
            frame.release();
        }
    }

    private void fail(Throwable thrown) {
        failure = failures.toAnswer(call.method(), thrown);
    }

    @Override
    public TaskOutcome outcome() {
        return failure == null ? TaskOutcome.COMPLETED : TaskOutcome.FAILED;
    }

    /** Answers only now: a caller that has its answer may send its next call at once, and must find the place free. */
    @Override
    public void left() {
        if (response != null) {
            reply.success(response, call.responseAttachment());
        } else if (failure != null) {
            reply.failure(failure);
        }
    }

    @Override
    public void notRun(NotRunReason reason) {
        frame.release();
        reply.failure(
                switch (reason) {
                    case EXPIRED ->
                        rejections.rejected(
                                CallRejection.EXPIRED_IN_QUEUE,
                                "the deadline passed in the queue of pool " + binding.poolName());
                    case DROPPED ->
                        rejections.rejected(CallRejection.STOPPING, "the server stopped before the call ran");
                    case CANCELLED -> new RpcException(RpcErrorCode.EINTERNAL, "the call was cancelled");
                    case SKIPPED ->
                        new RpcException(RpcErrorCode.EINTERNAL, "what decorates the call's task did not run it");
                });
    }
}
