package dev.multipool.bench.plan;

import java.time.Duration;

/** Load plans of findUserInfo calls for tests. */
public final class Plans {
    public static final Duration SECOND = Duration.ofSeconds(1);
    public static final LoadPlan.Timing SECONDS = new LoadPlan.Timing(SECOND, SECOND, SECOND);
    public static final LoadPlan.Timing COLD = new LoadPlan.Timing(Duration.ZERO, SECOND, SECOND);

    private Plans() {}

    public static LoadPlan of(LoadModel load, int connections, LoadPlan.Timing timing) {
        return at(8000, load, connections, timing);
    }

    public static LoadPlan at(int port, LoadModel load, int connections, LoadPlan.Timing timing) {
        return new LoadPlan("127.0.0.1", port, connections, load, CallMix.findUserInfo(50), timing, 1);
    }

    public static LoadModel.OpenLoop constant(double ratePerSecond) {
        return new LoadModel.OpenLoop(
                ratePerSecond,
                LoadModel.Arrivals.CONSTANT,
                LoadModel.OpenLoop.DEFAULT_MAX_IN_FLIGHT,
                LoadProfile.CONSTANT);
    }
}
