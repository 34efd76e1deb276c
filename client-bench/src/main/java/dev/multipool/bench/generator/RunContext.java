package dev.multipool.bench.generator;

import dev.multipool.bench.measure.MeasuredWindow;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.pools.NanoClock;

/**
 * What all parts of one run share.
 *
 * @param plan what is run
 * @param beginNanos when the load begins
 * @param window whose calls count
 * @param clock of all times
 */
record RunContext(LoadPlan plan, long beginNanos, MeasuredWindow window, NanoClock clock) {
    static RunContext beginningNow(LoadPlan plan, NanoClock clock) {
        long beginNanos = clock.nanoTime();
        LoadPlan.Timing timing = plan.timing();
        return new RunContext(
                plan,
                beginNanos,
                new MeasuredWindow(
                        beginNanos + timing.warmup().toNanos(),
                        timing.duration().toNanos(),
                        timing.longest().toNanos()),
                clock);
    }
}
