package dev.multipool.bench.measure;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.plan.LoadModel;
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
public final class LoopRecorder {
    // tags of calls: these bits for those answered, further numbers for errors
    private static final int LATE = 1;
    private static final int NOT_FOUND = 2;
    private static final int FIRST_ERROR = 4;

    private final MeasuredWindow window;
    private final ThroughputSeries series;
    private final StepSeries steps;
    private final SlicedCalls sliced;
    private final SendRecorder sending;
    private final boolean countedWhenDue;
    // apart, so that a report during the warm-up cannot leak into the result
    private final SingleWriterRecorder warmupNanos = Histograms.newRecorder();
    private final SingleWriterRecorder windowNanos = Histograms.newRecorder();
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

    public LoopRecorder(MeasuredWindow window, LoadModel load, Duration deadline) {
        this.window = window;
        this.countedWhenDue = load instanceof LoadModel.OpenLoop;
        this.series = new ThroughputSeries(window);
        this.steps = new StepSeries(window, load.profile());
        this.sliced = new SlicedCalls(window, countedWhenDue);
        this.sending = new SendRecorder(window);
        this.deadlineNanos = deadline.toNanos();
    }

    public void sent() {
        sent++;
    }

    /** Counts a call that was sent, or in an open loop due, at its begin; true when it was answered, and rightly. */
    public boolean ended(
            long beginNanos, long endNanos, Call asked, @Nullable Object answer, @Nullable Throwable failure) {
        if (answer == null) {
            failed(beginNanos, endNanos, asked.errorName(failure));
            return false;
        }
        Verdict verdict = asked.judge(answer);
        if (verdict == Verdict.WRONG) {
            failed(beginNanos, endNanos, Call.WRONG_ANSWER);
            return false;
        }
        answered(beginNanos, endNanos, verdict == Verdict.FOUND);
        return true;
    }

    /** When a call counts. */
    private long moment(long beginNanos, long endNanos) {
        return countedWhenDue ? beginNanos : endNanos;
    }

    private void answered(long beginNanos, long endNanos, boolean found) {
        long atNanos = moment(beginNanos, endNanos);
        long responseTimeNanos = endNanos - beginNanos;
        if (!window.hasBegun(atNanos)) {
            endedInWarmup++;
            warmupNanos.recordValue(responseTimeNanos);
        } else if (window.isOver(atNanos)) {
            endedAfterwards++;
        } else {
            calls++;
            boolean late = responseTimeNanos > deadlineNanos;
            if (!late) {
                inTime++;
            }
            if (!found) {
                notFound++;
            }
            sliced.record((late ? LATE : 0) + (found ? 0 : NOT_FOUND), beginNanos, endNanos, responseTimeNanos);
            windowNanos.recordValue(responseTimeNanos);
            series.add(atNanos);
            steps.answered(atNanos, responseTimeNanos);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // this event loop is the only writer
    private void failed(long beginNanos, long endNanos, String errorName) {
        long atNanos = moment(beginNanos, endNanos);
        failedSoFar++;
        if (!window.hasBegun(atNanos)) {
            endedInWarmup++;
        } else if (window.isOver(atNanos)) {
            endedAfterwards++;
        } else {
            failedInWindow++;
            Counter counter = windowErrors.get(errorName);
            if (counter == null) {
                counter = new Counter(FIRST_ERROR + windowErrors.size());
                windowErrors.put(errorName, counter);
            }
            counter.count++;
            sliced.record(counter.tag, beginNanos, endNanos, SlicedCalls.NO_VALUE);
            steps.failed(atNanos);
        }
    }

    /** Moves what was recorded since the last time: into {@code interval} all, into {@code total} the window's part. */
    public void drainTo(Histogram interval, Histogram total) {
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

    public LoadCounts counts() {
        Map<String, Long> errors = new TreeMap<>();
        windowErrors.forEach((name, counter) -> errors.put(name, counter.count));
        return new LoadCounts(sent, endedInWarmup, calls, inTime, notFound, errors, endedAfterwards);
    }

    /** Sums up the slices that are judged; from the thread that drains, the load may run meanwhile. */
    void sumUp(SliceJudge judge) {
        sliced.sumUp(judge);
        sending.sumUp(judge);
    }

    /** What the clean slices counted; once, when the event loop has ended and all slices are judged. */
    public CleanCounts finish(SliceJudge judge) {
        sliced.finish(judge);
        sending.finish(judge);
        long inTimeCalls = sliced.counted(0) + sliced.counted(NOT_FOUND);
        Map<String, Long> errors = new TreeMap<>();
        windowErrors.forEach((name, counter) -> {
            if (sliced.untouched(counter.tag) > 0) {
                errors.put(name, sliced.untouched(counter.tag));
            }
        });
        return new CleanCounts(
                inTimeCalls + sliced.counted(LATE) + sliced.counted(LATE + NOT_FOUND),
                inTimeCalls,
                sliced.untouched(NOT_FOUND) + sliced.untouched(LATE + NOT_FOUND),
                errors);
    }

    /** The response times of the calls that met clean slices only; after {@link #finish}. */
    public Histogram cleanNanos() {
        return sliced.values();
    }

    /** How well the loop's connections kept an open loop's schedule; empty in a closed loop, which has none. */
    public SendRecorder sending() {
        return sending;
    }

    public ThroughputSeries series() {
        return series;
    }

    public StepSeries steps() {
        return steps;
    }

    private static final class Counter {
        private final int tag;
        private long count;

        Counter(int tag) {
            this.tag = tag;
        }
    }
}
