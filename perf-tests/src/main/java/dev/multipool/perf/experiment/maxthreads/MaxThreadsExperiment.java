package dev.multipool.perf.experiment.maxthreads;

import dev.multipool.capacity.published.PublishedTable;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.rpc.protocol.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Many threads for calls that mostly wait.
 *
 * <p><b>Question.</b> How does throughput depend on the number of threads when each call holds one for a second, and
 * what sets the ceiling with 2000 threads?
 *
 * <p><b>Hypothesis.</b> Threads / time held is the ceiling while the cores have time left: 50 and 200 calls per
 * second. With 2000 threads it is 2000, unless the cores are full before; which transport waits for the sockets does
 * not matter at such a rate.
 *
 * <p><b>Setup.</b> Each findUserInfo waits for a second on its pool's thread (log-normal, coefficient of variation
 * 0.3, so that users who began together do not stay in step) and then reads from Redis. Fixed pools of each size, with
 * a queue that holds all others, under a gradient of users: half as many as threads, as many, one and a half and two
 * times as many. Then the largest pool under as many users as threads on each transport that this machine has,
 * interleaved.
 *
 * <p><b>Reading the result.</b> The time held is taken from the point with half as many users as threads, where
 * nothing queues: users / throughput (Little's law). The ceiling is called the threads' where the most throughput
 * reaches 95 % of threads / time held, the cores' where the server was busy on 90 % of its cores, else unknown. TP99
 * has no limit to keep here: a call takes a second at least.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment max-threads}; with
 * {@code --weight published} each call uses 0.56 ms of CPU time beside its sleep.
 */
public final class MaxThreadsExperiment implements Experiment {
    public static final String NAME = "max-threads";

    private static final List<Integer> SIZES = List.of(50, 200, 2000);
    private static final String SLEEP = "lognormal:1s,cv=0.3";
    private static final int QUEUE = 10_000;
    /** Users in quarters of the threads. */
    private static final List<Integer> QUARTERS = List.of(2, 4, 6, 8);

    private static final List<Transport> TRANSPORTS = List.of(Transport.NIO, Transport.EPOLL, Transport.IO_URING);
    /** Long enough for users who began together to be out of step, which takes several calls. */
    private static final double LEAST_WARMUP_SECONDS = 5;
    /** A call that waits for a thread and then holds it takes about two seconds at the most users. */
    private static final double LEAST_TIMEOUT_SECONDS = 15;

    private static final double REACHED = 0.95;
    private static final double CORES_FULL = 0.9;

    private final ExperimentOptions options;

    public MaxThreadsExperiment(ExperimentOptions options) {
        this.options = options;
    }

    @Override
    public int plannedRuns() {
        return options.sizesOr(SIZES).size() * QUARTERS.size() + transports().size() * options.repeats();
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.of(load(1));
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        List<Ceiling> ceilings = new ArrayList<>();
        for (int threads : options.sizesOr(SIZES)) {
            List<PointSummary> gradient = session.measure(gradient(threads), 1);
            List<Candidate> counting = Candidate.of(gradient);
            if (!counting.isEmpty()) {
                ceilings.add(ceiling(threads, counting, session.cores().serverCores()));
            }
        }
        List<PointSummary> transports = session.measure(transportPoints(), options.repeats());
        List<Finding> findings = Stream.concat(
                        ceilings.stream().map(Ceiling::finding), PoolComparison.findings(transports).stream())
                .toList();
        Answer answer = Answer.none(
                session.objective(),
                session.cores(),
                "no pool is recommended: a call that holds its thread for a second keeps no limit in milliseconds;"
                        + " measured on "
                        + session.cores().describeServerCores());
        return new Findings(answer, findings, List.of(table(ceilings), PoolComparison.table("Transports", transports)));
    }

    /**
     * Where a pool's throughput ended.
     *
     * @param kneeUsers the fewest users that reach it
     * @param peak the most throughput
     * @param bound the most that the threads allow, by the time that a call holds one
     * @param cpuCores of the server at the peak; null where unknown
     * @param setBy what set the ceiling
     */
    private record Ceiling(
            int threads,
            int kneeUsers,
            double peak,
            double bound,
            @Nullable Double cpuCores,
            SetBy setBy) {
        Finding finding() {
            return Finding.of(setBy.code)
                    .with(FindingFigure.THREADS, threads)
                    .with(FindingFigure.CALLS_PER_SECOND, peak)
                    .with(FindingFigure.USERS, kneeUsers)
                    .with(FindingFigure.POSSIBLE_CALLS_PER_SECOND, bound);
        }
    }

    /** What set a ceiling. */
    private enum SetBy {
        THREADS(FindingCode.CEILING_BY_THREADS, "the threads"),
        CORES(FindingCode.CEILING_BY_CORES, "the cores"),
        NEITHER(FindingCode.CEILING_BY_NEITHER, "neither threads nor cores");

        private final FindingCode code;
        private final String words;

        SetBy(FindingCode code, String words) {
            this.code = code;
            this.words = words;
        }
    }

    private static Ceiling ceiling(int threads, List<Candidate> gradient, int serverCores) {
        Candidate peak = gradient.stream()
                .max(Comparator.comparingDouble(Candidate::throughput))
                .orElseThrow();
        int knee = gradient.stream()
                .filter(candidate -> candidate.throughput() >= REACHED * peak.throughput())
                .mapToInt(candidate -> PoolComparison.users(candidate.point()))
                .min()
                .orElseThrow();
        Candidate fewest = gradient.get(0);
        double timeHeld = PoolComparison.users(fewest.point()) / fewest.throughput();
        double bound = threads / timeHeld;
        Double cpu = peak.figures().serverCpuCores();
        SetBy setBy = peak.throughput() >= REACHED * bound
                ? SetBy.THREADS
                : cpu != null && cpu >= CORES_FULL * serverCores ? SetBy.CORES : SetBy.NEITHER;
        return new Ceiling(threads, knee, peak.throughput(), bound, cpu, setBy);
    }

    private static Table table(List<Ceiling> ceilings) {
        PublishedTable published = PublishedTable.read("tomcat-max-threads");
        List<List<Cell>> rows = new ArrayList<>();
        for (Ceiling ceiling : ceilings) {
            Map<String, String> theirs = published
                    .row("max_threads", String.valueOf(ceiling.threads()))
                    .orElse(Map.of());
            rows.add(List.of(
                    Cell.whole(ceiling.threads()),
                    Cell.whole(ceiling.kneeUsers()),
                    Cell.whole(ceiling.peak()),
                    Cell.whole(ceiling.bound()),
                    Cell.cores(ceiling.cpuCores()),
                    Cell.word(ceiling.setBy().words),
                    Cell.published(theirs.get("knee_users")),
                    Cell.published(theirs.get("peak_tps"))));
        }
        return new Table(
                "Threads and throughput",
                published.describe() + " Theirs is another server, another read and another machine.",
                List.of(
                        new Column("threads", Origin.KEY),
                        new Column("users at the knee", Origin.OURS),
                        new Column("TPS at most", Origin.OURS),
                        new Column("TPS that the threads allow", Origin.OURS),
                        new Column("server CPU", Origin.OURS),
                        new Column("ceiling set by", Origin.OURS),
                        new Column("users at the knee", Origin.PUBLISHED),
                        new Column("TPS at most", Origin.PUBLISHED)),
                rows);
    }

    private List<RunSettings> gradient(int threads) {
        return QUARTERS.stream()
                .map(quarters -> Math.max(1, threads * quarters / 4))
                .map(users -> new RunSettings(
                        new PointPosition(threads + " threads", "users", String.valueOf(users)),
                        variant("fixed " + threads, threads),
                        load(users),
                        List.of()))
                .toList();
    }

    private List<RunSettings> transportPoints() {
        List<Integer> sizes = options.sizesOr(SIZES);
        int threads = sizes.get(sizes.size() - 1);
        return transports().stream()
                .map(transport -> new RunSettings(
                        new PointPosition(
                                "transports, " + threads + " threads and users", "transport", transport.toString()),
                        variant(transport.toString(), threads).with(Map.of("server.transport", transport.toString())),
                        load(threads),
                        List.of()))
                .toList();
    }

    private static List<Transport> transports() {
        return TRANSPORTS.stream().filter(Transport::isAvailable).toList();
    }

    private Variant variant(String name, int threads) {
        return options.servers()
                .variant(name, "fixed:threads=" + threads + ",queue=" + QUEUE)
                .with(Map.of("methods.find-user-info.wait", SLEEP));
    }

    private Load load(int users) {
        Load load = options.load();
        return load.lasting(
                        Math.max(LEAST_WARMUP_SECONDS, load.times().warmupSeconds()),
                        load.times().durationSeconds())
                .patient(LEAST_TIMEOUT_SECONDS)
                .with(new ClosedLoop(users, 0, options.rejectBackoffSeconds()));
    }
}
