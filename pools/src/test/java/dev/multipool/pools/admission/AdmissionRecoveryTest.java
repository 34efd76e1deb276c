package dev.multipool.pools.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From any limit and after any episode the objective and the throughput are back, for many seeds (simulated). */
class AdmissionRecoveryTest {

    private static final SimulatedServer SERVER = SimulatedServer.seed000();
    private static final int SEEDS = 24;
    private static final int[] STARTS = {1, 5, 20, 200, 2000};
    private static final double SECONDS_TO_RECOVER = 6;
    /** Nothing else is on the simulated machine, so the server sees nearly all of a response time. */
    private static final double HEADROOM = 0.1;

    private static final double SECONDS_MEASURED = 2;

    @Test
    void limit_fromAnyStart_findsTheThroughputThatTheObjectiveAllows() {
        for (int seed = 0; seed < SEEDS; seed++) {
            assertRecovers(seed, STARTS[seed % STARTS.length], server(seed), t -> 1, 0);
        }
    }

    @Test
    void limit_afterIdleTime_isBack() {
        for (int seed = 0; seed < SEEDS; seed++) {
            double end = episodeEnd(seed);
            DoubleUnaryOperator part = t -> t > 0.5 && t < end ? 0 : 1;
            assertRecovers(seed, STARTS[seed % STARTS.length], server(seed), part, end);
        }
    }

    @Test
    void limit_afterADependencyThreeTimesSlower_isBack() {
        assertRecoversFromSlowDependency(3);
    }

    @Test
    void limit_afterADependencyTenTimesSlower_isBack() {
        assertRecoversFromSlowDependency(10);
    }

    @Test
    @Tag("full")
    void limit_afterASlowDependency_isBackFromAnyStart() {
        for (int initial : STARTS) {
            for (int seed = 0; seed < SEEDS; seed++) {
                assertRecoversFromSlowDependency(3, seed, initial);
                assertRecoversFromSlowDependency(10, seed, initial);
            }
        }
    }

    @Test
    void limit_underMildOverload_doesNotDriftForAnySeed() {
        double rate = SERVER.saturatingRate() * 1.1;
        for (int seed = 0; seed < 5; seed++) {
            AdaptiveLimiter limiter = new AdaptiveLimiter(
                    AdmissionSettings.builder().headroom(HEADROOM).build());
            SimulationLog log = new SimulationLog(5);

            new Simulation(SERVER, SimulatedLoad.open(rate), limiter, log, seed).runUntil(60);

            assertThat(log.lowestLimit()).as("seed %d", seed).isGreaterThan(25);
            assertThat(log.highestLimit()).as("seed %d", seed).isLessThan(55);
        }
    }

    private static void assertRecoversFromSlowDependency(double factor) {
        for (int seed = 0; seed < SEEDS; seed++) {
            assertRecoversFromSlowDependency(factor, seed, STARTS[seed % STARTS.length]);
        }
    }

    /** The dependency is slow from the start, or half a second later, when the limit has begun to move. */
    private static void assertRecoversFromSlowDependency(double factor, int seed, int initial) {
        double start = seed < SEEDS / 2 ? 0 : 0.5;
        double end = episodeEnd(seed);
        SimulatedServer slow = server(seed).withIoFactor(t -> t >= start && t < end ? factor : 1);
        assertRecovers(seed, initial, slow, t -> 1, end);
    }

    static double episodeEnd(int seed) {
        return 1 + 2 * new SplittableRandom(seed).nextDouble();
    }

    private static SimulatedServer server(int seed) {
        return switch (seed % 4) {
            case 0 -> SERVER;
            case 1 -> SERVER.withPauses();
            case 2 -> SERVER.withQuota();
            default -> SERVER.withSlow(0.1, 1.5);
        };
    }

    /** Sixteen seeds in a row are every server in an open and a closed loop, at heavy and at mild overload. */
    private static SimulatedLoad load(int seed, SimulatedServer server, DoubleUnaryOperator part) {
        boolean heavy = seed / 8 % 2 == 0;
        if (seed / 4 % 2 == 0) {
            double rate = server.saturatingRate() * (heavy ? 2 : 1.2);
            return SimulatedLoad.open(rate, t -> rate * part.applyAsDouble(t));
        }
        int users = (int) Math.round(server.saturatingUsers() * (heavy ? 10 : 3));
        return SimulatedLoad.closed(users, t -> users * part.applyAsDouble(t));
    }

    private static void assertRecovers(
            int seed, int initial, SimulatedServer server, DoubleUnaryOperator part, double episodeEnd) {
        SimulationLog log = run(seed, initial, server, part, episodeEnd);

        assertThat(log.millisAt(99)).as("TP99, seed %d from %d", seed, initial).isLessThan(10);
        assertThat(log.throughput())
                .as("throughput, seed %d from %d", seed, initial)
                .isGreaterThan(0.9 * server.saturatingRate());
    }

    static SimulationLog run(
            int seed, int initial, SimulatedServer server, DoubleUnaryOperator part, double episodeEnd) {
        AdmissionSettings settings = AdmissionSettings.builder()
                .initialLimit(initial)
                .headroom(HEADROOM)
                .build();
        double from = episodeEnd + SECONDS_TO_RECOVER;
        SimulationLog log = new SimulationLog(from);
        new Simulation(server, load(seed, server, part), new AdaptiveLimiter(settings), log, seed)
                .runUntil(from + SECONDS_MEASURED);
        return log;
    }
}
