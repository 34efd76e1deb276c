package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.journal.CallJournal;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.rpc.server.limits.RejectionCounts;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way through a pool. It ends there, whatever its handler, or what is around the task, throws or leaves
 * out.
 *
 * @param <ReqT> the request message
 * @param <ResT> the response message
 */
final class BlockingCall<ReqT extends Message, ResT extends Message> implements TurnCalls.Call {
    private final MethodBinding.Blocking<ReqT, ResT> binding;
    private final CallContext call;
    private final Reply reply;
    private final HandlerFailures failures;
    private final RejectionCounts rejections;
    private final boolean darkMode;
    // what run() came to: a response, or a failure, both null before
    private @Nullable ResT response;
    private @Nullable RpcException failure;
    private long dequeuedNanos = CallJournal.NEVER;

    BlockingCall(
            MethodBinding.Blocking<ReqT, ResT> binding,
            CallContext call,
            Reply reply,
            HandlerFailures failures,
            RejectionCounts rejections,
            boolean darkMode) {
        this.binding = binding;
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
        try {
            dequeuedNanos = reply.dequeue();
            if (darkMode && call.remaining().isZero()) {
                rejections.count(CallRejection.EXPIRED_IN_QUEUE);
            }
            response = Objects.requireNonNull(
                    binding.handler().handle(RequestReader.read(binding.method(), call, reply), call),
                    "handler answered null");
        } catch (Throwable t) {
            failure = failures.toAnswer(call.method(), t);
            if (t instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public TaskOutcome outcome() {
        return response != null ? TaskOutcome.COMPLETED : TaskOutcome.FAILED;
    }

    /** Answers only now: a caller that has its answer may send its next call at once, and must find the place free. */
    @Override
    public void left() {
        if (response != null) {
            reply.answer(response, call.responseAttachment(), dequeuedNanos);
        } else if (failure != null) {
            reply.answerError(failure, dequeuedNanos);
        } else {
            reply.answerThrown(new IllegalStateException("what is around the task did not run it"));
        }
    }

    @Override
    public void notRun(NotRunReason reason) {
        try {
            reply.answerError(explainNotRun(reason), dequeuedNanos);
        } catch (Throwable t) {
            reply.answerThrown(t);
        }
    }

    @Override
    public void refused(Throwable thrown) {
        try {
            reply.answerThrown(
                    thrown instanceof PoolRejectedException e
                            ? rejections.reject(CallRejection.of(e.reason()), String.valueOf(e.getMessage()))
                            : thrown);
        } catch (Throwable t) {
            reply.answerThrown(t);
        }
    }

    private RpcException explainNotRun(NotRunReason reason) {
        return switch (reason) {
            case EXPIRED ->
                rejections.reject(
                        CallRejection.EXPIRED_IN_QUEUE,
                        "the deadline passed in the queue of pool " + binding.poolName());
            case DROPPED -> rejections.reject(CallRejection.STOPPING, "the server stopped before the call ran");
            case NO_THREAD ->
                rejections.reject(CallRejection.NO_THREAD, "no thread could be started in pool " + binding.poolName());
            case CANCELLED -> new RpcException(RpcErrorCode.EINTERNAL, "the call was cancelled");
            case SKIPPED -> new RpcException(RpcErrorCode.EINTERNAL, "what decorates the call's task did not run it");
        };
    }
}
