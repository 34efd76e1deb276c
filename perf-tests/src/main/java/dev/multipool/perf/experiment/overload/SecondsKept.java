package dev.multipool.perf.experiment.overload;

import dev.multipool.bench.result.LoadResult.SecondTail;
import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointSummary;
import java.util.List;

/**
 * One-second slices of a point's runs that count, and how many of them keep a limit. A second without an answer keeps
 * nothing.
 */
record SecondsKept(long kept, long seconds) {
    static SecondsKept of(PointSummary point, List<LabRun> runs, Objective objective) {
        List<SecondTail> all = runs.stream()
                .filter(run -> run.isValid() && run.settings().equals(point.settings()))
                .flatMap(run -> run.figures().times().secondTails().stream())
                .toList();
        long kept = all.stream()
                .filter(second -> second.calls() > 0 && objective.isMetBy(second.p99Millis()))
                .count();
        return new SecondsKept(kept, all.size());
    }

    /** As a part of 1; not a number without a second. */
    double share() {
        return (double) kept / seconds;
    }
}
