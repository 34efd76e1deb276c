package dev.multipool.bench.generator;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.measure.LoopRecorder;
import dev.multipool.bench.measure.SendRecorder;
import dev.multipool.bench.measure.SliceJudge;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the calls of one connection when they are due, in batches: whenever the {@link Pacer} asks, all that have
 * become due meanwhile. What is late is sent at once and its delay recorded; nothing is ever skipped.
 *
 * <p>When the window is over it goes on, uncounted, until the calls due in the window have ended: they must not meet a
 * server that the end of the load has relieved.
 *
 * <p><b>Threads</b>: confined to the connection's event loop; what was kept is read when that has ended.
 */
final class OpenLoopSender {
    /** Calls sent before the event loop may read answers again. */
    private static final int BATCH = 64;

    private final Connection connection;
    private final RunContext run;
    private final CallSource calls;
    private final ArrivalSchedule schedule;
    private final LoopRecorder recorder;
    private final Semaphore inFlight;
    private final CountDownLatch activeSenders;
    private final SendRecorder sending;
    private final Duration callTimeout;

    private long dueNanos;
    private boolean ended;
    private long countedInFlight;

    OpenLoopSender(
            Connection connection,
            RunContext run,
            CallSource calls,
            ArrivalSchedule schedule,
            LoopRecorder recorder,
            Semaphore inFlight,
            CountDownLatch activeSenders) {
        this.connection = connection;
        this.run = run;
        this.calls = calls;
        this.schedule = schedule;
        this.recorder = recorder;
        this.inFlight = inFlight;
        this.activeSenders = activeSenders;
        this.sending = recorder.sending();
        this.callTimeout = run.plan().timing().callTimeout();
        this.dueNanos = run.beginNanos() + schedule.nextNanos();
    }

    /** Sends what is due, but no more than one batch; tells when the next call is due. */
    long sendDue() {
        for (int i = 0; i < BATCH; i++) {
            if (ended || endIfOver() || run.clock().nanoTime() - dueNanos < 0) {
                break;
            }
            send(dueNanos);
            dueNanos = run.beginNanos() + schedule.nextNanos();
        }
        return dueNanos;
    }

    /** Has it look whether its end has come; from any thread. The next call may not be due before that. */
    void endSoon() {
        try {
            connection.eventLoop().execute(this::endIfOver);
        } catch (RejectedExecutionException e) {
            // the connections were closed: nothing is waited for
            return;
        }
    }

    private void send(long intendedNanos) {
        if (!inFlight.tryAcquire()) {
            sending.notSent(intendedNanos);
            return;
        }
        Call call = calls.next();
        boolean counted = run.window().contains(intendedNanos);
        if (counted) {
            countedInFlight++;
        }
        long sendNanos = run.clock().nanoTime();
        sending.sent(intendedNanos, sendNanos);
        recorder.sent();
        call.send(callTimeout, new UnderWay(call, intendedNanos, sendNanos, counted));
    }

    private boolean endIfOver() {
        if (ended || countedInFlight > 0 || !run.window().isOver(dueNanos)) {
            return false;
        }
        ended = true;
        activeSenders.countDown();
        return true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Counts what was due in clean slices and never reached; once, when the event loop has ended and all are judged. */
    void countNeverReached(SliceJudge judge) {
        for (long next = dueNanos; !run.window().isOver(next); next = run.beginNanos() + schedule.nextNanos()) {
            if (judge.isClean(next)) {
                sending.neverReached();
            }
        }
    }

    /** One call under way. */
    private final class UnderWay implements BiConsumer<@Nullable Object, @Nullable Throwable> {
        private final Call call;
        private final long intendedNanos;
        private final long sendNanos;
        private final boolean counted;

        UnderWay(Call call, long intendedNanos, long sendNanos, boolean counted) {
            this.call = call;
            this.intendedNanos = intendedNanos;
            this.sendNanos = sendNanos;
            this.counted = counted;
        }

        @Override
        public void accept(@Nullable Object answer, @Nullable Throwable failure) {
            long nowNanos = run.clock().nanoTime();
            inFlight.release();
            if (recorder.ended(intendedNanos, nowNanos, call, answer, failure)) {
                sending.answered(intendedNanos, sendNanos, nowNanos);
            }
            if (counted) {
                countedInFlight--;
                endIfOver();
            }
        }
    }
}
