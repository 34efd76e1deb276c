package dev.multipool.perf.experiment.isolation;

import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A dependency on threads of its own against one that is called on the server's threads.
 *
 * <p><b>Question.</b> What does a bulkhead of 10 threads around a dependency cost, what does it do when one call more
 * comes than it has threads, and who sees the calls that are turned away: the server, or its clients only?
 *
 * <p><b>Hypothesis.</b> With as many users as threads both ways answer threads / response time, and the bulkhead's hop
 * costs little. With one user more the bulkhead answers the excess at once, so the client's mean response time falls
 * and its success rate with it, while the calls that are served take as long as before. Without a bulkhead the same
 * happens at the server's own 200 threads. Unlike the published server, ours counts both kinds of rejects.
 *
 * <p><b>Setup.</b> The published 11 cases: a mock dependency that takes 5, 20, 80 or 320 ms, called on a pool of at
 * most 200 threads (native), or from there through a bulkhead of 10 threads, with a timeout of 1 s and without a
 * circuit breaker (isolated); 10 users, then 11 isolated, 200 and 201 native. A user pauses for 1 ms after a reject:
 * about the round trip of the published clients, and enough to keep the generator from racing itself.
 *
 * <p><b>Reading the result.</b> Rejects are put side by side per second: as the generator saw them over the measured
 * window, and as the pools' ledgers counted them in the middle of it. The client's mean over all calls, rejected ones
 * too, follows from Little's law: users / all calls per second, less the pauses. The server's mean is the service time
 * of the pool that called the dependency.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment isolation}, or {@code
 * mvn verify -Pperf -Dperf.experiment=isolation}.
 */
public final class IsolationExperiment implements Experiment {
    public static final String NAME = "isolation";

    /** What a full pool answers, the server's own or the bulkhead's. */
    private static final List<String> REJECTS = List.of("ELIMIT");

    private static final String SERVER_POOL = "cached:core=20,max=200";
    private static final String BULKHEAD = "threads:10,timeout=1s";
    private static final double PAUSE_SECONDS = 0.001;
    private static final double PATIENCE_SECONDS = 10;

    private final ExperimentOptions options;

    public IsolationExperiment(ExperimentOptions options) {
        this.options = options;
    }

    @Override
    public int plannedRuns() {
        return PublishedCase.ALL.size() * options.repeats();
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.of(options.load());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        List<PointSummary> points =
                session.measure(PublishedCase.ALL.stream().map(this::point).toList(), options.repeats());
        return new IsolationFindings(session, points, PAUSE_SECONDS).findings();
    }

    private RunSettings point(PublishedCase each) {
        Load load = options.load()
                .calling("mock-delay", null)
                .patient(PATIENCE_SECONDS)
                .with(new ClosedLoop(each.users(), 0, PAUSE_SECONDS));
        return new RunSettings(
                new PointPosition("the 11 published cases", "case", each.label()),
                server(each),
                load,
                each.overfull() ? REJECTS : List.of());
    }

    private Variant server(PublishedCase each) {
        return options.servers()
                .variant((each.isolated() ? "isolated " : "native ") + each.sleepMillis() + " ms", SERVER_POOL)
                .with(Map.of(
                        "mock.delay",
                        "constant:" + each.sleepMillis() + "ms",
                        "methods.mock-delay.isolation",
                        each.isolated() ? BULKHEAD : "none"));
    }
}
