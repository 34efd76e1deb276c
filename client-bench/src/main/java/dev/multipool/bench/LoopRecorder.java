package dev.multipool.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * What the users of one event loop measure.
 *
 * <p>A call counts in the window when it <i>ends</i> in it, whenever it was sent: then the window's count divided by its
 * length is the rate of completions, and a call that is slow at the edge is neither lost nor counted twice.
 *
 * <p><b>Threads</b>: written on its event loop only. The recorders may be emptied meanwhile by one other thread; all
 * else is read when the event loop has ended.
 *
 * <p><b>Invariant</b>: {@code sent == warmup + calls + errors + afterwards} once all users have ended.
 */
final class LoopRecorder {
    private static final int SIGNIFICANT_DIGITS = 3;

    private final MeasuredWindow window;
    private final ThroughputSeries series;
    // apart, so that a report during the warm-up cannot leak into the result
    private final SingleWriterRecorder warmupNanos = new SingleWriterRecorder(SIGNIFICANT_DIGITS);
    private final SingleWriterRecorder windowNanos = new SingleWriterRecorder(SIGNIFICANT_DIGITS);
    private final Map<String, Counter> windowErrors = new HashMap<>();
    private @Nullable Histogram recycledWarmup;
    private @Nullable Histogram recycledWindow;

    private long sent;
    private long endedInWarmup;
    private long calls;
    private long notFound;
    private long endedAfterwards;
    private volatile long failedSoFar;

    LoopRecorder(MeasuredWindow window) {
        this.window = window;
        this.series = new ThroughputSeries(window.startNanos(), window.plannedNanos());
    }

    static Histogram newHistogram() {
        return new Histogram(SIGNIFICANT_DIGITS);
    }

    void sent() {
        sent++;
    }

    void answered(long nowNanos, long responseTimeNanos, boolean found) {
        if (!window.hasBegun(nowNanos)) {
            endedInWarmup++;
            warmupNanos.recordValue(responseTimeNanos);
        } else if (window.isOver(nowNanos)) {
            endedAfterwards++;
        } else {
            calls++;
            if (!found) {
                notFound++;
            }
            windowNanos.recordValue(responseTimeNanos);
            series.add(nowNanos);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // this event loop is the only writer
    void failed(long nowNanos, String errorName) {
        failedSoFar++;
        if (!window.hasBegun(nowNanos)) {
            endedInWarmup++;
        } else if (window.isOver(nowNanos)) {
            endedAfterwards++;
        } else {
            windowErrors.computeIfAbsent(errorName, name -> new Counter()).count++;
        }
    }

    /** Moves what was recorded since the last time: into {@code interval} all, into {@code total} the window's part. */
    void drainTo(Histogram interval, Histogram total) {
        recycledWarmup = warmupNanos.getIntervalHistogram(recycledWarmup);
        recycledWindow = windowNanos.getIntervalHistogram(recycledWindow);
        interval.add(recycledWarmup);
        interval.add(recycledWindow);
        total.add(recycledWindow);
    }

    long failedSoFar() {
        return failedSoFar;
    }

    LoadCounts counts() {
        Map<String, Long> errors = new TreeMap<>();
        windowErrors.forEach((name, counter) -> errors.put(name, counter.count));
        return new LoadCounts(sent, endedInWarmup, calls, notFound, errors, endedAfterwards);
    }

    ThroughputSeries series() {
        return series;
    }

    private static final class Counter {
        private long count;
    }
}
