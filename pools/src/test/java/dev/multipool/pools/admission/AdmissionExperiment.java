package dev.multipool.pools.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Question: which admission design holds TP99 &lt; 10 ms, and at what cost in throughput, beside the best fixed limit?
 *
 * <p>Setup: the service of seed 000, simulated; every design in the same simulator with the same seed; the first 10 s
 * are not counted. How to run: {@code mvn -pl pools -am -Dtest=AdmissionExperiment
 * -Dsurefire.failIfNoSpecifiedTests=false verify}; figures go to standard output.
 */
class AdmissionExperiment {

    private static final AdmissionSettings SETTINGS =
            AdmissionSettings.builder().initialLimit(200).build();
    private static final SimulatedServer SERVER = SimulatedServer.seed000();

    @Test
    @Timeout(300)
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

    private static void compare(String name, SimulatedServer server, SimulatedLoad load) {
        double most = 0;
        int bestLimit = 0;
        for (int limit = 10; limit <= 74; limit += limit < 30 ? 1 : 4) {
            SimulationLog log = run(server, load, Limiter.fixed(limit), 3, 7);
            if (log.millisAt(99) < 10 && log.throughput() > most) {
                most = log.throughput();
                bestLimit = limit;
            }
        }
        String fixed = bestLimit > 0 ? "best fixed " + bestLimit : "fixed 24, none holds";
        SimulationLog best = run(server, load, Limiter.fixed(bestLimit > 0 ? bestLimit : 24), 10, 30);
        double goodput = best.throughput();
        print(name, fixed, best, goodput);
        print(name, "AIMD", run(server, load, new AimdLimiter(SETTINGS), 10, 30), goodput);
        print(name, "gradient", run(server, load, new GradientLimiter(SETTINGS), 10, 30), goodput);
        print(name, "adaptive", run(server, load, new AdaptiveLimiter(SETTINGS), 10, 30), goodput);
    }

    private static void print(String name, String design, SimulationLog log, double goodput) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.1f | %.0f | %.1f | %d to %d |%n",
                name,
                design,
                log.millisAt(99),
                log.throughput(),
                100 * log.throughput() / goodput,
                log.lowestLimit(),
                log.highestLimit());
    }

    private static SimulationLog run(
            SimulatedServer server, SimulatedLoad load, Limiter limiter, double from, double until) {
        SimulationLog log = new SimulationLog(from);
        new Simulation(server, load, limiter, log, 7).runUntil(until);
        return log;
    }
}
