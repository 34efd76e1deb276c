package dev.multipool.bench.measure;

import dev.multipool.bench.call.Connection;
import dev.multipool.bench.plan.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.HdrHistogram.Histogram;

/** One {@link LoopRecorder} per event loop. Filled before the load begins; see there for who may read what when. */
public final class LoopRecorders {
    private final MeasuredWindow window;
    private final LoadModel load;
    private final Duration deadline;
    private final Map<Executor, LoopRecorder> byLoop = new HashMap<>();
    private final List<LoopRecorder> all = new ArrayList<>();

    /** @param deadline after which a call that was answered is not in time */
    public LoopRecorders(MeasuredWindow window, LoadModel load, Duration deadline) {
        this.window = window;
        this.load = load;
        this.deadline = deadline;
    }

    public LoopRecorder of(Connection connection) {
        return byLoop.computeIfAbsent(connection.eventLoop(), loop -> {
            LoopRecorder recorder = new LoopRecorder(window, load, deadline);
            all.add(recorder);
            return recorder;
        });
    }

    public void drainTo(Histogram interval, Histogram total) {
        all.forEach(recorder -> recorder.drainTo(interval, total));
    }

    /** Moves an open loop's service times since the last time; the load may run meanwhile. */
    public void drainServiceTimesTo(Histogram total) {
        all.forEach(recorder -> recorder.sending().drainServiceTimesTo(total));
    }

    public List<SendRecorder> sending() {
        return all.stream().map(LoopRecorder::sending).toList();
    }

    public long failedSoFar() {
        return all.stream().mapToLong(LoopRecorder::failedSoFar).sum();
    }

    public long failedInWindow() {
        return all.stream().mapToLong(LoopRecorder::failedInWindow).sum();
    }

    public LoadCounts counts() {
        return all.stream().map(LoopRecorder::counts).reduce(LoadCounts.NONE, LoadCounts::plus);
    }

    public void sumUp(SliceJudge judge) {
        all.forEach(recorder -> recorder.sumUp(judge));
    }

    public CleanCounts finish(SliceJudge judge) {
        return all.stream().map(recorder -> recorder.finish(judge)).reduce(CleanCounts.NONE, CleanCounts::plus);
    }

    public Histogram cleanNanos() {
        Histogram sum = Histograms.newHistogram();
        all.forEach(recorder -> sum.add(recorder.cleanNanos()));
        return sum;
    }

    public ThroughputSeries series() {
        ThroughputSeries sum = new ThroughputSeries(window);
        all.forEach(recorder -> sum.addAll(recorder.series()));
        return sum;
    }

    public StepSeries steps() {
        StepSeries sum = new StepSeries(window, load.profile());
        all.forEach(recorder -> sum.addAll(recorder.steps()));
        return sum;
    }

    /** Whether the window was steady up to then, as the result will be judged: a window that is extended goes on until it is. */
    public boolean isSteady(SliceJudge judge, long untilNanos) {
        ThroughputSeries.Thirds thirds = series().thirds(judge, untilNanos);
        return thirds == null || Validity.reasonsAgainst(thirds).isEmpty();
    }
}
