package dev.multipool.bench;

import dev.multipool.rpc.client.RpcChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.HdrHistogram.Histogram;

/** One {@link LoopRecorder} per event loop. Filled before the load begins; see there for who may read what when. */
final class LoopRecorders {
    private final RunContext run;
    private final Map<Executor, LoopRecorder> byLoop = new HashMap<>();
    private final List<LoopRecorder> all = new ArrayList<>();

    LoopRecorders(RunContext run) {
        this.run = run;
    }

    LoopRecorder of(RpcChannel channel) {
        return byLoop.computeIfAbsent(channel.eventLoop(), loop -> {
            LoopRecorder recorder = new LoopRecorder(
                    run.window(), run.plan().load(), run.plan().timing().callTimeout());
            all.add(recorder);
            return recorder;
        });
    }

    void drainTo(Histogram interval, Histogram total) {
        all.forEach(recorder -> recorder.drainTo(interval, total));
    }

    /** Moves an open loop's service times since the last time; the load may run meanwhile. */
    void drainServiceTimesTo(Histogram total) {
        all.forEach(recorder -> recorder.sending().drainServiceTimesTo(total));
    }

    List<SendRecorder> sending() {
        return all.stream().map(LoopRecorder::sending).toList();
    }

    long failedSoFar() {
        return all.stream().mapToLong(LoopRecorder::failedSoFar).sum();
    }

    long failedInWindow() {
        return all.stream().mapToLong(LoopRecorder::failedInWindow).sum();
    }

    LoadCounts counts() {
        return all.stream().map(LoopRecorder::counts).reduce(LoadCounts.NONE, LoadCounts::plus);
    }

    void sumUp(SliceJudge judge) {
        all.forEach(recorder -> recorder.sumUp(judge));
    }

    CleanCounts finish(SliceJudge judge) {
        return all.stream().map(recorder -> recorder.finish(judge)).reduce(CleanCounts.NONE, CleanCounts::plus);
    }

    Histogram cleanNanos() {
        Histogram sum = Histograms.newHistogram();
        all.forEach(recorder -> sum.add(recorder.cleanNanos()));
        return sum;
    }

    ThroughputSeries series() {
        ThroughputSeries sum = new ThroughputSeries(run.window());
        all.forEach(recorder -> sum.addAll(recorder.series()));
        return sum;
    }

    StepSeries steps() {
        StepSeries sum = new StepSeries(run.window(), run.plan().load().profile());
        all.forEach(recorder -> sum.addAll(recorder.steps()));
        return sum;
    }
}
