package dev.multipool.perf.experiment.jsfpools;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.experiment.RejectCodes;
import dev.multipool.perf.experiment.UserSearch;
import dev.multipool.perf.experiment.UserSearch.Boundary;
import dev.multipool.perf.published.PublishedBeside;
import dev.multipool.perf.service.CallWeight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The three pools of a published load test of JSF, on findUserInfo.
 *
 * <p><b>Question.</b> How many users does a cached pool, a fixed pool, and a fixed pool with a queue bear while TP99
 * keeps the objective, and what throughput do they give there?
 *
 * <p><b>Hypothesis.</b> As long as threads are fewer than the load could keep busy, throughput is threads / service
 * time and the cores are not full. From the size on that fills them, more users only wait: in a cached pool for the
 * cores, in a fixed one with a queue before the pool. So all three give about the same throughput at the largest load
 * that keeps TP99; the cached pool has no bound that keeps TP99 when more come, the fixed one rejects them, the queue
 * lets them wait.
 *
 * <p><b>Setup.</b> Twice, with the service as it is and with about the weight of the published one per call. The
 * cached pool (core 20, at most 200) is tried under 1 to 200 users; fixed pools without a queue under as many users as
 * threads, the largest load without a reject; fixed pools with a queue of 1000 under more and more users. Between the
 * last load that keeps the objective and the first that breaks it the distance is halved. At the end the best pool of
 * each kind is measured at its largest load, all three interleaved, forwards and backwards.
 *
 * <p><b>Reading the result.</b> The largest loads of the search come from single runs; the comparison at the end tells
 * by how much they scatter, and the answer is taken from it. A comparison whose TP99 lies just above the objective
 * means that the search ended at the boundary. Published figures stand in columns of their own.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment jsf-pools}, with
 * {@code --weight published} for one of the two weights only.
 */
public final class JsfPoolsExperiment implements Experiment {
    public static final String NAME = "jsf-pools";

    private static final String CACHED = "cached 200";
    private static final String CACHED_SPEC = "cached:core=20,max=200";
    private static final int MOST_USERS = 200;
    private static final int QUEUE = 1000;
    /** Where the publication has rows, and below: a single core is full under few users. */
    private static final List<Integer> CACHED_USERS = List.of(1, 2, 4, 8, 16, 24, 25, 50, 80, MOST_USERS);

    private static final List<Integer> SIZES = List.of(4, 8, 16, 24);
    /** About what a search takes up to the boundary and around it. */
    private static final int RUNS_OF_A_SEARCH = 5;

    private final ExperimentOptions options;
    private final List<CallWeight> weights;

    public JsfPoolsExperiment(ExperimentOptions options) {
        this.options = options;
        this.weights = CallWeight.setOr(options.servers(), List.of(CallWeight.LIGHT, CallWeight.PUBLISHED));
    }

    /**
     * The pool of one kind that gave the largest throughput within the objective.
     *
     * @param kind what people call the kind
     * @param largest its point at its largest load
     * @param brokenBy users at which it broke the objective; empty when none did, or when it was not searched for
     */
    private record Kind(String kind, Candidate largest, Optional<Integer> brokenBy) {}

    @Override
    public int plannedRuns() {
        int sizes = options.sizesOr(SIZES).size();
        int searched = CACHED_USERS.size() + 2 + sizes + sizes * RUNS_OF_A_SEARCH;
        return weights.size() * (searched + 3 * options.repeats());
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.shared(options.load(), RUNS_OF_A_SEARCH);
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        Answer answer = Answer.none(session.objective(), session.cores(), "no pool was measured");
        for (CallWeight weight : weights) {
            Stage stage = new Stage(session, weight);
            List<Kind> kinds = stage.search(tables);
            List<PointSummary> compared = stage.compare(kinds);
            kinds.stream().map(kind -> finding(weight, kind)).forEach(findings::add);
            if (!compared.isEmpty()) {
                tables.add(PoolComparison.table("Largest loads, " + weight.describe(), compared));
            }
            answer = PoolComparison.answer(session, compared, weight.describe());
        }
        return new Findings(answer, findings, tables);
    }

    private static Finding finding(CallWeight weight, Kind kind) {
        Candidate largest = kind.largest();
        Finding load = Finding.of(FindingCode.LARGEST_LOAD)
                .about(Subject.STAGE, weight.describe())
                .about(Subject.KIND, kind.kind())
                .about(Subject.SERVER, largest.variant().name())
                .with(FindingFigure.USERS, PoolComparison.users(largest.point()))
                .with(FindingFigure.CALLS_PER_SECOND, largest.throughput())
                .with(FindingFigure.P99_MILLIS, largest.p99Millis());
        return kind.brokenBy()
                .map(users -> load.with(FindingFigure.USERS_TOO_MANY, users))
                .orElse(load);
    }

    /** The runs with one weight. */
    private final class Stage {
        private final Session session;
        private final CallWeight weight;

        Stage(Session session, CallWeight weight) {
            this.session = session;
            this.weight = weight;
        }

        /** The best pool of each kind that kept the objective anywhere. */
        List<Kind> search(List<Table> tables) throws InterruptedException {
            List<Kind> kinds = new ArrayList<>();
            Boundary cached = new UserSearch(session, users -> atUsers(CACHED, CACHED_SPEC, users)).among(CACHED_USERS);
            cached.most().ifPresent(most -> kinds.add(new Kind("cached", most, cached.brokenBy())));
            tables.add(titled(PublishedBeside.cached(cached.points(), PoolComparison::users, session.cores())));

            List<PointSummary> fixed = session.screen(options.sizesOr(SIZES).stream()
                    .map(this::asManyUsersAsThreads)
                    .toList());
            Candidate.best(session.objective(), fixed)
                    .ifPresent(best -> kinds.add(new Kind("fixed", best, Optional.empty())));
            tables.add(titled(PublishedBeside.fixed(fixed, session.cores())));

            List<Boundary> queued = new ArrayList<>();
            for (int size : options.sizesOr(SIZES)) {
                String spec = "fixed:threads=" + size + ",queue=" + QUEUE;
                queued.add(new UserSearch(session, users -> atUsers("fixed " + size + " + queue", spec, users))
                        .upwards(doubling(Math.max(1, size / 2))));
            }
            queued.stream()
                    .filter(found -> found.most().isPresent())
                    .max(Comparator.comparingDouble(
                            found -> found.most().orElseThrow().throughput()))
                    .ifPresent(found ->
                            kinds.add(new Kind("fixed with queue", found.most().orElseThrow(), found.brokenBy())));
            tables.add(titled(PublishedBeside.fixedWithQueue(
                    queued.stream()
                            .flatMap(found -> found.most().stream())
                            .map(Candidate::point)
                            .toList(),
                    session.cores())));
            return kinds;
        }

        /** With the weight, since each table is there once for each. */
        private Table titled(Table table) {
            return new Table(table.title() + ", " + weight.describe(), table.caption(), table.columns(), table.rows());
        }

        List<PointSummary> compare(List<Kind> kinds) throws InterruptedException {
            return session.measure(kinds.stream().map(this::repeat).toList(), options.repeats());
        }

        private RunSettings repeat(Kind kind) {
            RunSettings settings = kind.largest().point().settings();
            PointPosition place = new PointPosition(
                    weight.describe() + ", largest loads",
                    "pool",
                    settings.variant().name() + ", " + settings.load().demand().describe());
            return new RunSettings(place, settings.variant(), settings.load(), settings.expectedErrors());
        }

        private RunSettings atUsers(String name, String spec, int users) {
            return point(
                    name,
                    spec,
                    options.warmLoad(),
                    users,
                    new PointPosition(weight.describe() + ", " + name, "users", String.valueOf(users)));
        }

        private RunSettings asManyUsersAsThreads(int size) {
            PointPosition place =
                    new PointPosition(weight.describe() + ", fixed, users = threads", "threads", String.valueOf(size));
            // more users in the warm-up than threads would be turned away
            return point("fixed " + size, "fixed:threads=" + size, options.load(), size, place);
        }

        private RunSettings point(String name, String spec, Load load, int users, PointPosition place) {
            Variant variant = options.servers().variant(name, spec).with(weight.settings());
            return new RunSettings(
                    place,
                    variant,
                    load.with(new ClosedLoop(users, 0, options.rejectBackoffSeconds())),
                    RejectCodes.OF_AN_OVERLOADED_SERVER);
        }
    }

    private static List<Integer> doubling(int first) {
        return Stream.concat(
                        IntStream.iterate(first, users -> users < MOST_USERS, users -> 2 * users)
                                .boxed(),
                        Stream.of(MOST_USERS))
                .toList();
    }
}
