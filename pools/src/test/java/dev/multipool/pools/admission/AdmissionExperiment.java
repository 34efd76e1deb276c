package dev.multipool.pools.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Question: which admission design holds TP99 &lt; 10 ms, and at what cost in throughput, beside the best fixed limit?
 *
 * <p>Setup: the service of seed 000, simulated; every design in the same simulator with the same five seeds; the first 10 s
 * are not counted. How to run: {@code mvn -pl pools -am -Dtest=AdmissionExperiment
 * -Dsurefire.failIfNoSpecifiedTests=false verify}; figures go to standard output.
 */
class AdmissionExperiment {

    /** Nothing else is on the simulated machine, so the server sees nearly all of a response time. */
    private static final double HEADROOM = 0.1;

    private static final AdmissionSettings SETTINGS =
            AdmissionSettings.builder().initialLimit(200).headroom(HEADROOM).build();
    private static final SimulatedServer SERVER = SimulatedServer.seed000();

    private static final int SEEDS = 5;
    private static final long FIRST_SEED = 7;

    @Test
    @Timeout(600)
    void designs_underEveryLoad() {
        double rate = SERVER.saturatingRate();
        double tenfold = 10 * SERVER.saturatingUsers();
        DoubleUnaryOperator slow = t -> t > 14 && t < 24 ? 3 : 1;
        compare("closed 10x", SERVER, SimulatedLoad.closed(tenfold));
        compare("closed 10x quota", SERVER.withQuota(), SimulatedLoad.closed(tenfold));
        compare("closed 10x pauses", SERVER.withPauses(), SimulatedLoad.closed(tenfold));
        compare("closed 10x bimodal", SERVER.withSlow(0.1, 1.5), SimulatedLoad.closed(tenfold));
        compare("open 0.5x", SERVER, SimulatedLoad.open(rate * 0.5));
        compare("open 1x", SERVER, SimulatedLoad.open(rate));
        compare("open 2x", SERVER, SimulatedLoad.open(rate * 2));
        compare("open 2x quota", SERVER.withQuota(), SimulatedLoad.open(rate * 2));
        compare("open 5x", SERVER, SimulatedLoad.open(rate * 5));
        compare("open 1.1x, mild", SERVER, SimulatedLoad.open(rate * 1.1));
        compare("ramp 0.5x to 3x", SERVER, SimulatedLoad.open(rate * 3, t -> rate * (0.5 + 0.1 * t)));
        compare("step 0.5x to 5x at 14 s", SERVER, SimulatedLoad.open(rate * 5, t -> t > 14 ? rate * 5 : rate / 2));
        for (int micros : new int[] {5, 20, 50}) {
            SimulatedServer reading = SERVER.withEventLoops(4, micros * 1e-6);
            compare("closed 10x, reject " + micros + " us", reading, SimulatedLoad.closed(tenfold));
            compare("open 5x, reject " + micros + " us", reading, SimulatedLoad.open(rate * 5));
        }
        compare("closed 10x, pool of 12", SERVER.withThreads(12), SimulatedLoad.closed(tenfold));
        compare("fast, closed 80 users", SimulatedServer.fast(), SimulatedLoad.closed(80));
        compare("fast, closed 800 users", SimulatedServer.fast(), SimulatedLoad.closed(800));
        compare("fast, open 1.2x", SimulatedServer.fast(), SimulatedLoad.open(36_000));
        compare("dependency 3x slower 14-24 s", SERVER.withIoFactor(slow), SimulatedLoad.open(rate * 2));
    }

    @Test
    @Timeout(120)
    void limit_overTenMillionCallsOfMildOverload_doesNotDrift() {
        SimulatedLoad load = SimulatedLoad.open(SERVER.saturatingRate() * 1.1);
        AdaptiveLimiter limiter = new AdaptiveLimiter(SETTINGS);
        SimulationLog log = new SimulationLog(10);
        Simulation simulation = new Simulation(SERVER, load, limiter, log, 7);

        for (int i = 1; i <= 16; i++) {
            simulation.runUntil(i * 100);
            System.out.printf(Locale.ROOT, "drift: %d calls, limit %d%n", simulation.completed(), limiter.limit());
        }

        assertThat(simulation.completed()).isGreaterThan(10_000_000);
        assertThat(log.lowestLimit()).isGreaterThan(20);
        assertThat(log.highestLimit()).isLessThan(50);
        assertThat(log.millisAt(99)).isLessThan(10);
    }

    /** Prints the runs under a CPU quota that are not back six seconds after a slow dependency. */
    @Test
    @Timeout(120)
    void recovery_underAQuota_fromManySeeds() {
        int runs = 0;
        int back = 0;
        for (int seed = 0; seed < 48; seed++) {
            double end = AdmissionRecoveryTest.episodeEnd(seed);
            for (double factor : new double[] {3, 10}) {
                SimulatedServer slow = SERVER.withQuota().withIoFactor(t -> t < end ? factor : 1);
                for (int initial : new int[] {1, 5, 20, 200, 2000}) {
                    SimulationLog log = AdmissionRecoveryTest.run(seed, initial, slow, t -> 1, end);
                    double share = 100 * log.throughput() / slow.saturatingRate();
                    boolean recovered = log.millisAt(99) < 10 && share > 90;
                    runs++;
                    back += recovered ? 1 : 0;
                    if (!recovered) {
                        System.out.printf(
                                Locale.ROOT,
                                "not back: seed %d, %.0fx slower, start at %d: TP99 %.1f ms, %.1f %%%n",
                                seed,
                                factor,
                                initial,
                                log.millisAt(99),
                                share);
                    }
                }
            }
        }
        System.out.printf(Locale.ROOT, "recovery under a quota: %d of %d back%n", back, runs);
        assertThat(back).isGreaterThan(runs * 9 / 10);
    }

    private static void compare(String name, SimulatedServer server, SimulatedLoad load) {
        double most = 0;
        int bestLimit = 0;
        for (int limit = 10; limit <= 74; limit += limit < 30 ? 1 : 4) {
            SimulationLog log = run(server, load, Limiter.fixed(limit), 3, 7, FIRST_SEED);
            if (log.millisAt(99) < 10 && log.throughput() > most) {
                most = log.throughput();
                bestLimit = limit;
            }
        }
        int held = bestLimit > 0 ? bestLimit : 24;
        String fixed = bestLimit > 0 ? "best fixed " + held : "fixed 24, none holds";
        double goodput = print(name, fixed, server, load, () -> Limiter.fixed(held), 0);
        print(name, "AIMD", server, load, () -> new AimdLimiter(SETTINGS), goodput);
        print(name, "gradient", server, load, () -> new GradientLimiter(SETTINGS), goodput);
        print(name, "adaptive", server, load, () -> new AdaptiveLimiter(SETTINGS), goodput);
    }

    /** Prints a row of the median and the worst of the seeds, and returns the median throughput. */
    private static double print(
            String name,
            String design,
            SimulatedServer server,
            SimulatedLoad load,
            Supplier<Limiter> limiter,
            double goodput) {
        double[] p99 = new double[SEEDS];
        double[] throughput = new double[SEEDS];
        int lowest = Integer.MAX_VALUE;
        int highest = 0;
        for (int i = 0; i < SEEDS; i++) {
            SimulationLog log = run(server, load, limiter.get(), 10, 30, FIRST_SEED + i);
            p99[i] = log.millisAt(99);
            throughput[i] = log.throughput();
            lowest = Math.min(lowest, log.lowestLimit());
            highest = Math.max(highest, log.highestLimit());
        }
        Arrays.sort(p99);
        Arrays.sort(throughput);
        double median = throughput[SEEDS / 2];
        double whole = goodput > 0 ? goodput : median;
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.1f (%.1f) | %.0f | %.1f (%.1f) | %d to %d |%n",
                name,
                design,
                p99[SEEDS / 2],
                p99[SEEDS - 1],
                median,
                100 * median / whole,
                100 * throughput[0] / whole,
                lowest,
                highest);
        return median;
    }

    private static SimulationLog run(
            SimulatedServer server, SimulatedLoad load, Limiter limiter, double from, double until, long seed) {
        SimulationLog log = new SimulationLog(from);
        new Simulation(server, load, limiter, log, seed).runUntil(until);
        return log;
    }
}
