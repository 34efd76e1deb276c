package dev.multipool.laboratory.run;

import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadPlan.Timing;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Load;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A load as the generator's plan. */
public final class GeneratorPlan {
    /**
     * An open loop has to send each call in time, at rates far below what the generator could do: one compiler, since the
     * second one takes the core while calls are due (docs/experiments/overload.md has what was measured).
     */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    /** The same ids in the same order in every run of a closed loop. */
    private static final long SEED = 1;

    private GeneratorPlan() {}

    /** What the generator's JVM is started with for a load, beside the flags that all of them have. */
    static List<String> jvmFlags(Load load) {
        return load.demand() instanceof OpenLoop ? List.of(ONE_COMPILER) : List.of();
    }

    /** The plan of a window that is not extended. */
    public static LoadPlan of(Load load, String host, int port, Calls calls) {
        return new LoadPlan(host, port, load.connections(), model(load.demand()), calls, timing(load), SEED);
    }

    /**
     * The plan of a window that goes on until it holds enough clean time, within bounds.
     *
     * @param run its number: independent calls arrive otherwise in each, as TP99 hangs on how they come in bunches
     */
    static LoadPlan ofRun(Load load, LoadPlan plan, int run) {
        LoadPlan extended = plan.withTiming(plan.timing().withLongest(RunTimes.longest(load)));
        return load.demand() instanceof OpenLoop ? extended.withSeed(run) : extended;
    }

    private static LoadModel model(Demand demand) {
        if (demand instanceof ClosedLoop closed) {
            return new LoadModel.ClosedLoop(
                    closed.users(),
                    RunTimes.seconds(closed.thinkTimeSeconds()),
                    RunTimes.seconds(closed.rejectBackoffSeconds()),
                    LoadProfile.CONSTANT);
        }
        OpenLoop open = (OpenLoop) demand;
        return new LoadModel.OpenLoop(
                Math.rint(open.ratePerSecond()),
                switch (open.arrivals()) {
                    case POISSON -> LoadModel.Arrivals.POISSON;
                    case CONSTANT -> LoadModel.Arrivals.CONSTANT;
                },
                open.maxInFlight(),
                LoadProfile.CONSTANT);
    }

    private static Timing timing(Load load) {
        return new Timing(
                RunTimes.warmup(load),
                warmupLevel(load),
                RunTimes.duration(load),
                RunTimes.seconds(load.requireTimeoutSeconds()));
    }

    private static @Nullable Double warmupLevel(Load load) {
        Integer users = load.warmupUsers();
        return users != null && load.demand() instanceof ClosedLoop closed && users > closed.users()
                ? users.doubleValue()
                : null;
    }
}
