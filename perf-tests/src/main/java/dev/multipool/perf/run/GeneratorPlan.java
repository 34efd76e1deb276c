package dev.multipool.perf.run;

import dev.multipool.bench.plan.CallKind;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadPlan.Timing;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.perf.result.Demand;
import dev.multipool.perf.result.Demand.ClosedLoop;
import dev.multipool.perf.result.Demand.OpenLoop;
import dev.multipool.perf.result.Load;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A load as the generator's plan. */
final class GeneratorPlan {
    /**
     * An open loop has to send each call in time, at rates far below what the generator could do: one compiler, since the
     * second one takes the core while calls are due (docs/experiments/overload.md has what was measured).
     */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    private static final String HOST = "127.0.0.1";
    /** The same ids in the same order in every run. */
    private static final long SEED = 1;

    private GeneratorPlan() {}

    /** What the generator's JVM is started with for a load, beside the flags that all of them have. */
    static List<String> jvmFlags(Load load) {
        return load.demand() instanceof OpenLoop ? List.of(ONE_COMPILER) : List.of();
    }

    /** The plan of a window that is not extended, of our service on this machine. */
    static LoadPlan of(Load load, int port) {
        return of(load, HOST, port, calls(load));
    }

    /** The plan of a window that is not extended. */
    static LoadPlan of(Load load, String host, int port, Calls calls) {
        return new LoadPlan(host, port, load.connections(), model(load.demand()), calls, timing(load), SEED);
    }

    /** The plan of a window that goes on until it holds enough clean time, within bounds. */
    static LoadPlan extended(Load load, LoadPlan plan) {
        return plan.withTiming(plan.timing().withLongest(RunTimes.longest(load)));
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

    private static CallMix calls(Load load) {
        Map<CallKind, Integer> weights = new EnumMap<>(CallKind.class);
        load.mix().forEach((method, weight) -> weights.put(CallKind.parse(method), weight));
        if (weights.isEmpty()) {
            weights.put(CallKind.FIND_USER_INFO, 1);
        }
        Load.Items items = load.items();
        return new CallMix(
                weights,
                items == null ? CallMix.DEFAULT_ITEMS : items.perCall(),
                load.usersSeeded(),
                items == null ? load.usersSeeded() : items.seeded(),
                KeyDistribution.UNIFORM);
    }

    private static Timing timing(Load load) {
        return new Timing(
                RunTimes.warmup(load),
                warmupLevel(load),
                RunTimes.duration(load),
                RunTimes.seconds(load.times().timeoutSeconds()));
    }

    private static @Nullable Double warmupLevel(Load load) {
        Integer users = load.warmupUsers();
        return users != null && load.demand() instanceof ClosedLoop closed && users > closed.users()
                ? users.doubleValue()
                : null;
    }
}
