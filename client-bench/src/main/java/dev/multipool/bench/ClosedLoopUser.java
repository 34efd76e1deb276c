package dev.multipool.bench;

import dev.multipool.rpc.client.RpcChannel;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One user: asks, waits for the answer, asks again, until the window is over. It is no thread but a chain of completions
 * on its channel's event loop, to which all its state is confined.
 *
 * <p>After a failure it pauses. The pause goes through the event loop, so a call that fails before {@code call} returns
 * does not deepen the stack, and a server that rejects everything is asked at most {@code users / rejectBackoff} times a
 * second.
 */
final class ClosedLoopUser implements BiConsumer<@Nullable FindUserInfoResponse, @Nullable Throwable>, Runnable {
    /** The error name of an answer about another user than the one asked for. */
    static final String WRONG_ANSWER = "WRONG_ANSWER";

    private final RpcChannel channel;
    private final LoadPlan plan;
    private final SplittableRandom random;
    private final MeasuredWindow window;
    private final LoopRecorder recorder;
    private final NanoClock clock;
    private final CountDownLatch activeUsers;

    private final Duration callTimeout;
    private long askedId;
    private long startNanos;

    ClosedLoopUser(
            RpcChannel channel,
            LoadPlan plan,
            SplittableRandom random,
            MeasuredWindow window,
            LoopRecorder recorder,
            NanoClock clock,
            CountDownLatch activeUsers) {
        this.channel = channel;
        this.plan = plan;
        this.random = random;
        this.window = window;
        this.recorder = recorder;
        this.clock = clock;
        this.activeUsers = activeUsers;
        this.callTimeout = plan.callTimeout();
    }

    /** Begins, or goes on after a pause. */
    @Override
    public void run() {
        ask(clock.nanoTime());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // accept() is its end
    private void ask(long nowNanos) {
        if (window.isOver(nowNanos)) {
            activeUsers.countDown();
            return;
        }
        askedId = 1 + random.nextLong(plan.maxUserId());
        startNanos = nowNanos;
        recorder.sent();
        channel.call(
                        UserServiceMethods.FIND_USER_INFO,
                        FindUserInfoRequest.newBuilder().setUserId(askedId).build(),
                        callTimeout)
                .whenComplete(this);
    }

    @Override
    public void accept(@Nullable FindUserInfoResponse response, @Nullable Throwable failure) {
        long nowNanos = clock.nanoTime();
        if (response == null) {
            recorder.failed(nowNanos, errorName(failure));
            pause(nowNanos);
        } else if (response.getFound() && response.getUser().getId() != askedId) {
            recorder.failed(nowNanos, WRONG_ANSWER);
            pause(nowNanos);
        } else {
            recorder.answered(nowNanos, nowNanos - startNanos, response.getFound());
            // in a closed loop the next call is due when the one before has ended: one reading of the clock for both
            ask(nowNanos);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // run() is its end
    private void pause(long nowNanos) {
        if (window.isOver(nowNanos)) {
            activeUsers.countDown();
            return;
        }
        try {
            channel.eventLoop().schedule(this, plan.rejectBackoff().toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // the client was closed under us: there is no next call
            activeUsers.countDown();
        }
    }

    private static String errorName(@Nullable Throwable failure) {
        if (failure instanceof RpcException rpcFailure) {
            return RpcErrorCode.nameOf(rpcFailure.codeNumber());
        }
        return failure == null ? "NO_ANSWER" : failure.getClass().getSimpleName();
    }
}
