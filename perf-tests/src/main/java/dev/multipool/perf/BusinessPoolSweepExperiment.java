package dev.multipool.perf;

import dev.multipool.perf.SweepSettings.Load;
import dev.multipool.perf.result.Figure;
import dev.multipool.perf.result.Figures;
import dev.multipool.perf.result.LabRun;
import dev.multipool.perf.result.PoolSettings;
import dev.multipool.perf.result.RunSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The sweep of the business pool over its sizes.
 *
 * <p><b>Question.</b> Which fixed business pool gives findUserInfo the largest throughput while TP99 keeps the limit?
 *
 * <p><b>Hypothesis.</b> A worker is held while it waits for Redis. So a small pool leaves the server's cores idle, and
 * throughput grows with the size, until the cores are full. From there on more threads add no throughput; they only let
 * more calls compete for the cores, and response times spread.
 *
 * <p><b>Setup.</b> Generator, server and Redis are processes of their own, on cores of their own where the machine has
 * enough. Each run has a fresh server, so no run inherits another's compiled code or heap. The load is a closed loop with
 * at least as many users as the largest default pool has threads, so every pool can be busy. Tasks beyond the pool's
 * threads wait in a queue that holds all users: nothing is rejected, and a run with an error does not count. A run that
 * does not count is made again at once, a bounded number of times, and both stay in the result. The first
 * repeat goes through the sizes upwards, the second downwards, and so on, so that a slow drift of the machine falls on
 * all sizes alike.
 *
 * <p><b>Reading the result.</b> The answer is the smallest size whose throughput is within 2 % of the best, of the sizes
 * that keep the limit: fewer threads for the same work. It holds for this load and this number of server cores. In a
 * closed loop users / throughput is the mean response time: TP99 beyond the point where throughput is flat tells how
 * unevenly the server treats its calls, not how many calls it could bear.
 *
 * <p><b>How to run.</b> {@code mvn verify -Pperf}, or {@code java -jar perf-tests/target/multipool-lab.jar run --sizes
 * 2,4,8,16,24,32 --repeats 2}.
 */
public final class BusinessPoolSweepExperiment implements Experiment {
    public static final String NAME = "business-pool-sweep";

    /** Holds every user that could wait, with room to spare. */
    private static final int QUEUE = 1000;
    /** One event loop has time to spare up to far more calls than one business pool serves; more would vary the cores. */
    private static final int EVENT_LOOPS = 1;
    /** What starting and stopping the processes of a run adds to its load. */
    private static final Duration START_AND_STOP = Duration.ofSeconds(3);

    private final SweepSettings settings;
    private final InstantSource clock;

    public BusinessPoolSweepExperiment(SweepSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration estimate() {
        Load load = settings.load();
        return load.warmup()
                .plus(load.duration())
                .plus(START_AND_STOP)
                .multipliedBy((long) settings.sizes().size() * settings.repeats());
    }

    @Override
    public List<LabRun> run(TrialRunner runner, Consumer<String> progress) throws InterruptedException {
        Instant start = clock.instant();
        List<Trial> trials = trials();
        List<LabRun> runs = new ArrayList<>();
        int again = 0;
        for (int i = 0; i < trials.size(); i++) {
            LabRun run = runner.run(trials.get(i).withNumber(runs.size() + 1));
            runs.add(run);
            for (int retry = 0; retry < settings.retries() && !run.isValid(); retry++) {
                again++;
                progress.accept(line(run, trials.size() + again) + ", made again");
                run = runner.run(trials.get(i).withNumber(runs.size() + 1));
                runs.add(run);
            }
            Duration elapsed = Duration.between(start, clock.instant());
            Duration left = elapsed.dividedBy(runs.size()).multipliedBy(trials.size() - i - 1);
            progress.accept(line(run, trials.size() + again) + "  " + clockFace(elapsed) + " elapsed, about "
                    + clockFace(left) + " left");
        }
        return runs;
    }

    /** Odd repeats upwards, even ones downwards. */
    List<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (int repeat = 1; repeat <= settings.repeats(); repeat++) {
            List<Integer> sizes = new ArrayList<>(settings.sizes());
            if (repeat % 2 == 0) {
                Collections.reverse(sizes);
            }
            for (int size : sizes) {
                trials.add(new Trial(trials.size() + 1, repeat, settingsFor(size)));
            }
        }
        return trials;
    }

    private RunSettings settingsFor(int size) {
        Load load = settings.load();
        return new RunSettings(
                PoolSettings.business(size, Math.max(QUEUE, load.users())),
                EVENT_LOOPS,
                load.users(),
                load.connections(),
                seconds(load.warmup()),
                seconds(load.duration()),
                load.usersSeeded());
    }

    private static String line(LabRun run, int runs) {
        Figures figures = run.figures();
        return String.format(
                Locale.ROOT,
                "run %2d of %d: repeat %d, %3d threads: %6s TPS, TP99 %5s ms, %d errors%s",
                run.number(),
                runs,
                run.repeat(),
                run.settings().pool().threads(),
                Figure.perSecond(figures.throughputPerSecond()),
                Figure.millis(figures.p99Millis()),
                figures.errorCount(),
                run.isValid() ? run.isSuspect() ? ", suspect" : "" : ", INVALID");
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static String clockFace(Duration duration) {
        return String.format(Locale.ROOT, "%d:%02d", duration.toMinutes(), duration.toSecondsPart());
    }
}
