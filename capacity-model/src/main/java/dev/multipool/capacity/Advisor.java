package dev.multipool.capacity;

import dev.multipool.capacity.Advice.Answer;
import dev.multipool.pools.LedgerSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Asks every formula about one measured pool.
 *
 * <p>The answers differ, and that is the point: they show which figure each of them looks at. None of them sees the cores
 * that other pools use, nor a response-time objective; for that, measure or simulate.
 *
 * <p>Example: a pool with 1000 arrivals per second of 4 ms, of which 1 ms is CPU, on 4 cores: Little's law says 4 busy
 * threads, so 5 with 20 % buffer, and Goetz says 16, since 16 such tasks at a time keep 4 cores busy.
 */
public final class Advisor {
    /**
     * Little's law gives the mean of busy threads; this share on top covers the rest. Source: K. Pepperdine, "Tuning the Size of Your Thread Pool" (InfoQ 2013).
     */
    private static final double LITTLE_BUFFER = 0.2;

    private Advisor() {}

    /** Returns every formula's answer for the pool whose window the snapshot is. */
    public static Advice advise(LedgerSnapshot snapshot, SizingGoal goal) {
        double rate = Double.isNaN(goal.arrivalRatePerSecond())
                ? snapshot.arrivalRatePerSecond()
                : goal.arrivalRatePerSecond();
        Duration service =
                Duration.ofNanos(Math.round(snapshot.serviceTimeNanos().mean()));
        Duration p99 = Duration.ofNanos(snapshot.serviceTimeNanos().percentile(99));
        double waitCompute = snapshot.waitComputeRatio();
        int cores = goal.cores();
        return new Advice(
                snapshot.poolName(),
                inputs(snapshot, goal, rate, service, p99),
                List.of(
                        little(rate, service),
                        goetz(goal, waitCompute),
                        new Answer(
                                "hystrix",
                                SizingFormulas.hystrix(rate, p99, goal.breathingRoomThreads()),
                                text("%.1f/s * %.3f ms + %d", rate, millis(p99), goal.breathingRoomThreads())),
                        new Answer("io-bound", SizingFormulas.ioBound(cores), text("2 * %d cores", cores)),
                        new Answer("cpu-bound", SizingFormulas.cpuBound(cores), text("%d cores + 1", cores)),
                        antiDeadlock(snapshot)));
    }

    /** What the pool would need if its tasks waited for subtasks on the pool itself. */
    private static Answer antiDeadlock(LedgerSnapshot snapshot) {
        int threads = snapshot.state().maxThreads();
        return new Answer(
                "anti-deadlock",
                SizingFormulas.antiDeadlockMinimum(threads, 2),
                text("%d parents * (2 - 1) + 1, if each waited for a subtask here", threads));
    }

    private static Answer little(double rate, Duration service) {
        double busy = SizingFormulas.littlesLaw(rate, service);
        return new Answer(
                "little",
                Math.max(1, SizingFormulas.ceil(busy * (1 + LITTLE_BUFFER))),
                text("%.1f/s * %.3f ms = %.2f, and 20 %%", rate, millis(service), busy));
    }

    private static Answer goetz(SizingGoal goal, double waitCompute) {
        if (Double.isNaN(waitCompute)) {
            return new Answer("goetz", 0, "CPU time was not measured");
        }
        return new Answer(
                "goetz",
                SizingFormulas.goetz(goal.cores(), goal.targetUtilization(), waitCompute),
                text("%d cores * %.2f * (1 + %.2f)", goal.cores(), goal.targetUtilization(), waitCompute));
    }

    private static List<String> inputs(
            LedgerSnapshot snapshot, SizingGoal goal, double rate, Duration service, Duration p99) {
        List<String> inputs = new ArrayList<>();
        inputs.add(text(
                "arrival rate %.1f/s (%s)", rate, Double.isNaN(goal.arrivalRatePerSecond()) ? "measured" : "given"));
        inputs.add(text("service time mean %.3f ms, p99 %.3f ms (measured)", millis(service), millis(p99)));
        inputs.add(text(
                "wait/compute %.2f, utilization %.2f, Little residual %.3f (measured over %.1f s)",
                snapshot.waitComputeRatio(),
                snapshot.utilization(),
                snapshot.littleResidual(),
                snapshot.windowNanos() / 1e9));
        inputs.add(text(
                "threads now %d of at most %d; cores %d, target utilization %.2f (given)",
                snapshot.state().threads(), snapshot.state().maxThreads(), goal.cores(), goal.targetUtilization()));
        return inputs;
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
