package dev.multipool.bench.generator;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.measure.LoopRecorder;
import dev.multipool.bench.plan.LoadModel;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One user: asks, waits for the answer, thinks, asks again, as long as its shift goes and until the window is over. It is no thread but a chain of
 * completions on its connection's event loop, to which all its state is confined.
 *
 * <p>After a failure it pauses. The pause goes through the event loop, so a call that fails before {@code send} returns
 * does not deepen the stack, and a server that rejects everything is asked at most {@code users / rejectBackoff} times a
 * second.
 */
final class ClosedLoopUser implements BiConsumer<@Nullable Object, @Nullable Throwable>, Runnable {
    private final Connection connection;
    private final RunContext run;
    private final UserShift shift;
    private final LoadModel.ClosedLoop load;
    private final SplittableRandom random;
    private final CallSource calls;
    private final LoopRecorder recorder;
    private final CountDownLatch activeUsers;
    private final Duration callTimeout;

    private @Nullable Call asked;
    private long startNanos;

    ClosedLoopUser(
            Connection connection,
            RunContext run,
            UserShift shift,
            SplittableRandom random,
            LoopRecorder recorder,
            CountDownLatch activeUsers) {
        this.connection = connection;
        this.run = run;
        this.shift = shift;
        this.load = (LoadModel.ClosedLoop) run.plan().load();
        this.random = random;
        this.calls = connection.calls(random);
        this.recorder = recorder;
        this.activeUsers = activeUsers;
        this.callTimeout = run.plan().timing().callTimeout();
    }

    /** Begins; with a think time at a random moment of the first one, so that users do not march in step. */
    void start() {
        long thinkNanos = load.thinkTime().toNanos();
        if (thinkNanos == 0) {
            connection.eventLoop().execute(this);
        } else {
            pause(random.nextLong(thinkNanos));
        }
    }

    /** Asks, or goes on after a pause. */
    @Override
    public void run() {
        ask(run.clock().nanoTime());
    }

    private void ask(long nowNanos) {
        if (run.window().isOver(nowNanos)) {
            end();
            return;
        }
        long untilWorkNanos = shift.untilWorkNanos(nowNanos);
        if (untilWorkNanos > 0) {
            pauseUnlessOver(nowNanos, untilWorkNanos);
            return;
        }
        Call next = calls.next();
        asked = next;
        startNanos = nowNanos;
        recorder.sent();
        next.send(callTimeout, this);
    }

    @Override
    public void accept(@Nullable Object answer, @Nullable Throwable failure) {
        long nowNanos = run.clock().nanoTime();
        if (recorder.ended(startNanos, nowNanos, Objects.requireNonNull(asked), answer, failure)) {
            if (load.thinkTime().isZero()) {
                // the next call is due when the one before has ended: one reading of the clock for both
                ask(nowNanos);
            } else {
                pauseUnlessOver(nowNanos, load.thinkTime().toNanos());
            }
        } else {
            pauseUnlessOver(nowNanos, load.rejectBackoff().toNanos());
        }
    }

    private void pauseUnlessOver(long nowNanos, long pauseNanos) {
        // not by adding to now: a pause may be for ever
        if (pauseNanos >= run.window().endNanos() - nowNanos) {
            end();
        } else {
            pause(pauseNanos);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // run() is its end
    private void pause(long pauseNanos) {
        try {
            connection.eventLoop().schedule(this, pauseNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // the connections were closed under us: there is no next call
            end();
        }
    }

    private void end() {
        activeUsers.countDown();
    }
}
