package dev.multipool.bench.generator;

import dev.multipool.bench.call.OwnCall;
import dev.multipool.bench.measure.MeasuredWindow;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.pools.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * What all parts of one run share.
 *
 * @param plan what is run
 * @param beginNanos when the load begins
 * @param window whose calls count
 * @param clock of all times
 * @param own what calls of a service of one's own ask; null when the plan has none
 */
record RunContext(
        LoadPlan plan,
        long beginNanos,
        MeasuredWindow window,
        NanoClock clock,
        @Nullable OwnCall<?, ?> own) {
    RunContext(LoadPlan plan, long beginNanos, MeasuredWindow window, NanoClock clock) {
        this(plan, beginNanos, window, clock, null);
    }

    static RunContext beginningNow(LoadPlan plan, NanoClock clock, @Nullable OwnCall<?, ?> own) {
        long beginNanos = clock.nanoTime();
        LoadPlan.Timing timing = plan.timing();
        return new RunContext(
                plan,
                beginNanos,
                new MeasuredWindow(
                        beginNanos + timing.warmup().toNanos(),
                        timing.duration().toNanos(),
                        timing.longest().toNanos()),
                clock,
                own);
    }
}
