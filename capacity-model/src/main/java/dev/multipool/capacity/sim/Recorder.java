package dev.multipool.capacity.sim;

import dev.multipool.capacity.sim.Tasks.Outcome;
import java.util.EnumMap;
import java.util.Map;

/** What the clients saw since the window's start, batch by batch. */
final class Recorder {

    private final NanoHistogram all = new NanoHistogram();
    private final NanoHistogram failed = new NanoHistogram();
    private final NanoHistogram batch = new NanoHistogram();
    private final Map<Outcome, Long> failures = new EnumMap<>(Outcome.class);
    private long completed;
    private final double[] throughputs;
    private final double[] means;
    private final double[] p99s;
    private int batches;

    Recorder(int batches) {
        throughputs = new double[batches];
        means = new double[batches];
        p99s = new double[batches];
    }

    void answered(Outcome outcome, double responseNanos) {
        if (outcome == Outcome.AS_ASKED) {
            completed++;
            batch.record(responseNanos);
        } else {
            failures.merge(outcome, 1L, Long::sum);
            failed.record(responseNanos);
        }
    }

    void startWindow() {
        batch.clear();
        failed.clear();
        failures.clear();
        completed = 0;
    }

    void endBatch(double lengthNanos) {
        throughputs[batches] = batch.count() * 1e9 / lengthNanos;
        means[batches] = batch.mean();
        p99s[batches++] = batch.percentile(99);
        all.add(batch);
        batch.clear();
    }

    Estimate throughput() {
        return Estimate.ofBatches(throughputs);
    }

    Estimate mean() {
        return Estimate.ofBatches(means);
    }

    Estimate p99() {
        return Estimate.ofBatches(p99s);
    }

    NanoHistogram responses() {
        return all;
    }

    NanoHistogram failedTimes() {
        return failed;
    }

    RequestCounts counts() {
        return new RequestCounts(
                completed,
                failures(Outcome.REFUSED),
                failures(Outcome.NOT_ADMITTED),
                failures(Outcome.REJECTED_BY_POOL),
                failures(Outcome.REJECTED_BY_BULKHEAD),
                failures(Outcome.TIMED_OUT));
    }

    private long failures(Outcome why) {
        return failures.getOrDefault(why, 0L);
    }
}
