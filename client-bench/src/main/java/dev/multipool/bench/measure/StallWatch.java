package dev.multipool.bench.measure;

import dev.multipool.bench.stall.HiccupMeter;
import dev.multipool.bench.stall.Stall;
import dev.multipool.bench.stall.StallLog;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hears of stalls while a run goes on: from a meter in this process, and from the log of another one, which are taken as
 * they are.
 *
 * <p>A process that the machine froze tells of it when it runs again. So what a look hears is held to be complete up to
 * some time before the look <i>before</i> it: who slept as long as this thread did has spoken since.
 *
 * <p><b>Threads:</b> one looks; the meter has a thread of its own until {@link #close}.
 */
public final class StallWatch implements AutoCloseable {
    /**
     * Lateness that this process's own meter tells of. It shares its cores with the event loops, whose bursts and
     * collections make it wait for some milliseconds: that is the generator's own work, no stall.
     */
    static final Duration OWN_THRESHOLD = Duration.ofMillis(20);

    /** How late a stall of a log may be told of. */
    static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** How long a slice waits for its judgement; beyond {@link #LATE_NANOS}, as memory allows it. */
    private static final long JUDGING_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long MAX_JOIN_MILLIS = 1_000;

    private final NanoClock clock;
    private final MeasuredWindow window;
    private final SliceJudge judge;
    private final StallLog.@Nullable Reader log;
    private final Queue<Stall> own = new ConcurrentLinkedQueue<>();
    private final HiccupMeter meter;
    private final Thread meterThread;
    private long lastLookNanos;
    private long previousLookNanos;

    /**
     * Of a run.
     *
     * @param beginNanos when it begins
     * @param independentCalls whether calls go on arriving in a stall
     * @param stallLog of another process; null where there is none
     */
    public StallWatch(
            NanoClock clock,
            MeasuredWindow window,
            long beginNanos,
            boolean independentCalls,
            @Nullable Path stallLog) {
        this.clock = clock;
        this.window = window;
        this.judge = new SliceJudge(window, beginNanos, independentCalls);
        this.log = stallLog == null ? null : new StallLog.Reader(stallLog);
        this.meter = new HiccupMeter(clock::nanoTime, OWN_THRESHOLD, Stall.ANY_CPU, own::add);
        this.meterThread = new Thread(meter, HiccupMeter.THREAD_NAME + "-generator");
        meterThread.setDaemon(true);
        this.lastLookNanos = beginNanos;
        this.previousLookNanos = beginNanos;
    }

    /** Begins to measure. */
    public void start() {
        meterThread.start();
    }

    /** Takes the stalls since the last time, and judges what is old enough. */
    public void look() {
        hear();
        previousLookNanos = lastLookNanos;
        lastLookNanos = clock.nanoTime();
        judge.judgeUntil(previousLookNanos - JUDGING_NANOS);
    }

    private void hear() {
        for (Stall stall = own.poll(); stall != null; stall = own.poll()) {
            judge.add(stall);
        }
        if (log != null) {
            try {
                log.readNew().forEach(judge::add);
            } catch (IOException e) {
                throw new UncheckedIOException("stallLog: " + e.getMessage(), e);
            }
        }
    }

    /** The clean time of the window so far, as far as all stalls are known. */
    public long cleanNanos() {
        return judge.cleanNanos(knownNanos());
    }

    /** Up to when all stalls are known. */
    public long knownNanos() {
        return previousLookNanos - LATE_NANOS;
    }

    public SliceJudge judge() {
        return judge;
    }

    /** Judges all, after the load's end; with a log, waits until what it has to tell of the window is there. */
    public SliceJudge judgeAll() throws InterruptedException {
        if (log != null) {
            TimeUnit.NANOSECONDS.sleep(window.endNanos() + LATE_NANOS - clock.nanoTime());
        }
        hear();
        judge.judgeAll();
        return judge;
    }

    /** Ends the meter. */
    @Override
    public void close() {
        meter.stop();
        try {
            meterThread.join(MAX_JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
