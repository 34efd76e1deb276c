package dev.multipool.perf.experiment.businesspool;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.published.PublishedBeside;
import java.time.Duration;
import java.util.List;

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
 * enough. One server serves all runs, its pool is resized from size to size. The load is a closed loop with
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
 * <p><b>How to run.</b> {@code mvn verify -Pperf -Dperf.experiment=business-pool-sweep}, or {@code java -jar perf-tests/target/multipool-lab.jar run --sizes
 * 2,4,8,16,24,32 --repeats 2}.
 */
public final class BusinessPoolSweepExperiment implements Experiment {
    public static final String NAME = "business-pool-sweep";

    /** Holds every user that could wait, with room to spare. */
    private static final int QUEUE = 1000;

    private static final List<Integer> SIZES = List.of(2, 4, 8, 16, 24, 32);

    private final ExperimentOptions options;

    public BusinessPoolSweepExperiment(ExperimentOptions options) {
        this.options = options;
    }

    @Override
    public int plannedRuns() {
        return points().size() * options.repeats();
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.shared(options.load(), points().size());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        List<PointSummary> points = session.compare(points(), options.repeats());
        return new Findings(
                Answer.smallestPool(session.objective(), points, session.cores()),
                List.of(),
                List.of(PublishedBeside.fixedWithQueue(points, session.cores())));
    }

    List<RunSettings> points() {
        Load load = options.load();
        int queue = load.demand() instanceof Demand.ClosedLoop closed ? Math.max(QUEUE, closed.users()) : QUEUE;
        return options.sizesOr(SIZES).stream()
                .map(size -> new RunSettings(
                        new PointPosition("pool sizes", "threads", String.valueOf(size)),
                        options.servers().variant("fixed " + size, "fixed:threads=" + size + ",queue=" + queue),
                        load,
                        List.of()))
                .toList();
    }
}
