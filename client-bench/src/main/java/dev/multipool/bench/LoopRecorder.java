package dev.multipool.bench;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of one event loop measure.
 *
 * <p>In a closed loop a call counts in the window when it <i>ends</i> in it, whenever it was sent: then the window's
 * count divided by its length is the rate of completions, and a call that is slow at the edge is neither lost nor counted
 * twice. In an open loop it counts when it was <i>due</i> in it, whenever it ends: else the calls that a stall holds
 * beyond the window, the slowest ones, would be missing. The caller says which by the time that it hands over.
 *
 * <p><b>Threads</b>: written on its event loop only. The recorders may be emptied meanwhile by one other thread; all
 * else is read when the event loop has ended.
 *
 * <p><b>Invariant</b>: {@code sent == warmup + calls + errors + afterwards} once all calls have ended.
 */
final class LoopRecorder {
    /** The error name of an answer about something else than was asked. */
    static final String WRONG_ANSWER = "WRONG_ANSWER";

    private static final int SIGNIFICANT_DIGITS = 3;

    private final MeasuredWindow window;
    private final ThroughputSeries series;
    private final StepSeries steps;
    // apart, so that a report during the warm-up cannot leak into the result
    private final SingleWriterRecorder warmupNanos = newRecorder();
    private final SingleWriterRecorder windowNanos = newRecorder();
    private final long deadlineNanos;
    private final Map<String, Counter> windowErrors = new HashMap<>();
    private @Nullable Histogram recycledWarmup;
    private @Nullable Histogram recycledWindow;

    private long sent;
    private long endedInWarmup;
    private long calls;
    private long inTime;
    private long notFound;
    private long endedAfterwards;
    private volatile long failedSoFar;
    private volatile long failedInWindow;

    LoopRecorder(MeasuredWindow window, LoadProfile profile, Duration deadline) {
        this.window = window;
        this.series = new ThroughputSeries(window);
        this.steps = new StepSeries(window, profile);
        this.deadlineNanos = deadline.toNanos();
    }

    static Histogram newHistogram() {
        return new Histogram(SIGNIFICANT_DIGITS);
    }

    static SingleWriterRecorder newRecorder() {
        return new SingleWriterRecorder(SIGNIFICANT_DIGITS);
    }

    void sent() {
        sent++;
    }

    /** Counts a call that has ended at, or was due at, {@code atNanos}; true when it was answered, and rightly. */
    boolean ended(
            long atNanos,
            long responseTimeNanos,
            Question asked,
            @Nullable Message answer,
            @Nullable Throwable failure) {
        if (answer == null) {
            failed(atNanos, errorName(failure));
            return false;
        }
        Question.Verdict verdict = asked.judge(answer);
        if (verdict == Question.Verdict.WRONG) {
            failed(atNanos, WRONG_ANSWER);
            return false;
        }
        answered(atNanos, responseTimeNanos, verdict == Question.Verdict.FOUND);
        return true;
    }

    private void answered(long atNanos, long responseTimeNanos, boolean found) {
        if (!window.hasBegun(atNanos)) {
            endedInWarmup++;
            warmupNanos.recordValue(responseTimeNanos);
        } else if (window.isOver(atNanos)) {
            endedAfterwards++;
        } else {
            calls++;
            if (responseTimeNanos <= deadlineNanos) {
                inTime++;
            }
            if (!found) {
                notFound++;
            }
            windowNanos.recordValue(responseTimeNanos);
            series.add(atNanos);
            steps.answered(atNanos, responseTimeNanos);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // this event loop is the only writer
    private void failed(long atNanos, String errorName) {
        failedSoFar++;
        if (!window.hasBegun(atNanos)) {
            endedInWarmup++;
        } else if (window.isOver(atNanos)) {
            endedAfterwards++;
        } else {
            failedInWindow++;
            windowErrors.computeIfAbsent(errorName, name -> new Counter()).count++;
            steps.failed(atNanos);
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

    /** Of these, those of the window. */
    long failedInWindow() {
        return failedInWindow;
    }

    LoadCounts counts() {
        Map<String, Long> errors = new TreeMap<>();
        windowErrors.forEach((name, counter) -> errors.put(name, counter.count));
        return new LoadCounts(sent, endedInWarmup, calls, inTime, notFound, errors, endedAfterwards);
    }

    private static String errorName(@Nullable Throwable failure) {
        if (failure instanceof RpcException rpcFailure) {
            return RpcErrorCode.nameOf(rpcFailure.codeNumber());
        }
        return failure == null ? "NO_ANSWER" : failure.getClass().getSimpleName();
    }

    ThroughputSeries series() {
        return series;
    }

    StepSeries steps() {
        return steps;
    }

    private static final class Counter {
        private long count;
    }
}
