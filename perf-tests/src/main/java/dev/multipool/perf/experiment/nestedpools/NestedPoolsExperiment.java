package dev.multipool.perf.experiment.nestedpools;

import dev.multipool.laboratory.result.Candidate;
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
import dev.multipool.perf.experiment.UserSearch;
import dev.multipool.perf.service.QueryItemsCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pools of a nested fan-out: a request's items on common, each item's steps on select.
 *
 * <p><b>Question.</b> How many common and select threads does queryItems need: which pair bears the largest load with
 * TP99 below the objective, and what do the threads of each pair do under the published 100 users?
 *
 * <p><b>Hypothesis.</b> An item's task fans out to 4 steps at once, which suggests 5 select threads for each common
 * one. But the two fan-outs of an item come one after the other, and the slowest step of each is waited for, so a
 * common thread keeps about 2 select threads busy: with (5,25) most select threads are idle, with (10,10) common
 * threads wait for select, and select / common of 1.5 to 2 is enough.
 *
 * <p><b>Setup.</b> Each call asks for 5 items with 4 conversions and 4 queries each; a query waits for a downstream
 * (log-normal, 1 ms, coefficient of variation 0.5) and then reads Redis. The pool of the requests themselves holds all users. First, every pair,
 * the published ones and a grid of ratios, under 100 users, with CPU work that makes a call about as heavy as the
 * published one (4.7 ms: 2 x 2 cores at 90 % for 760 calls/s). Then, with the service as it is and the same
 * downstream, for each published pair and the best of the grid the largest load that keeps the objective: users
 * double, then the gap is halved to a tenth. The loads that were found are measured again, interleaved. What
 * differs in pool sizes and users only shares a server. {@code --sizes} leaves
 * only pairs with these numbers of common threads.
 *
 * <p><b>Reading the result.</b> Thread states are shares of thread time by the pools' own ledgers: join is waiting for
 * subtasks (the latch), idle is waiting for a task (getTask). In a closed loop users / throughput is the mean response
 * time, so 100 users at 760 calls/s are 131 ms: the published row of (8,12), with 100 ms, does not fit itself.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment nested-pools}, or {@code
 * mvn verify -Pperf -Dperf.experiment=nested-pools}.
 */
public final class NestedPoolsExperiment implements Experiment {
    public static final String NAME = "nested-pools";

    static final String PUBLISHED_USERS_STAGE = "100 users, as heavy as published";
    static final String LARGEST_LOAD_STAGE = "largest load";
    static final String AXIS = "common,select";

    private static final List<PoolPair> PUBLISHED = List.of(
            new PoolPair(5, 25), new PoolPair(5, 10), new PoolPair(10, 10), new PoolPair(10, 20), new PoolPair(8, 12));
    private static final List<PoolPair> GRID = List.of(new PoolPair(6, 6), new PoolPair(6, 12), new PoolPair(6, 18));
    private static final int PUBLISHED_USERS = 100;
    /** Tried in this order until the objective breaks. */
    private static final List<Integer> USERS = List.of(4, 8, 16, 32, 64, 128, 200);
    /** About what a search takes up to the boundary and around it. */
    private static final int RUNS_OF_A_SEARCH = 4;

    private static final Map<String, String> AS_HEAVY_AS_PUBLISHED =
            heavy(Map.of("methods.query-items.convert-cpu", "80us", "methods.query-items.merge-cpu", "200us"));

    private final ExperimentOptions options;

    public NestedPoolsExperiment(ExperimentOptions options) {
        this.options = options;
    }

    @Override
    public int plannedRuns() {
        int searched = published().size() + (grid().isEmpty() ? 0 : 1);
        return pairs().size() * options.repeats() + searched * (RUNS_OF_A_SEARCH + options.repeats());
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.shared(options.load(), pairs().size());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        List<PointSummary> crowded = session.compare(
                pairs().stream()
                        .map(pair -> point(
                                new PointPosition(PUBLISHED_USERS_STAGE, AXIS, pair.label()),
                                server(pair, AS_HEAVY_AS_PUBLISHED),
                                PUBLISHED_USERS))
                        .toList(),
                options.repeats());
        List<LargestLoad> largest = new ArrayList<>();
        for (PoolPair pair : searched(crowded)) {
            Variant variant = server(pair, QueryItemsCalls.DOWNSTREAM);
            UserSearch search = new UserSearch(
                    session,
                    users -> point(
                            new PointPosition("search, (" + pair.label() + ")", "users", String.valueOf(users)),
                            variant,
                            users));
            largest.add(new LargestLoad(pair, variant, search.upwards(USERS)));
        }
        List<RunSettings> again = largest.stream()
                .filter(load -> load.found().users() > 0)
                .map(load -> point(
                        new PointPosition(LARGEST_LOAD_STAGE, AXIS, load.pair().label()),
                        load.variant(),
                        load.found().users()))
                .toList();
        List<PointSummary> confirmed = again.isEmpty() ? List.of() : session.compare(again, options.repeats());
        return new NestedPoolsFindings(session, crowded, largest, confirmed).findings();
    }

    private List<PoolPair> searched(List<PointSummary> crowded) {
        List<PoolPair> pairs = new ArrayList<>(published());
        Map<String, PoolPair> byLabel = grid().stream().collect(Collectors.toMap(PoolPair::label, pair -> pair));
        Candidate.of(crowded).stream()
                .filter(candidate -> byLabel.containsKey(label(candidate.point())))
                .max(Comparator.comparingDouble(Candidate::throughput))
                .ifPresent(best -> pairs.add(byLabel.get(label(best.point()))));
        return pairs;
    }

    private static String label(PointSummary point) {
        return point.settings().place().label();
    }

    private List<PoolPair> pairs() {
        return Stream.concat(published().stream(), grid().stream()).toList();
    }

    private List<PoolPair> published() {
        return chosen(PUBLISHED);
    }

    private List<PoolPair> grid() {
        return chosen(GRID);
    }

    private List<PoolPair> chosen(List<PoolPair> pairs) {
        return pairs.stream()
                .filter(pair -> options.sizesOr(List.of(pair.common())).contains(pair.common()))
                .toList();
    }

    private static Map<String, String> heavy(Map<String, String> cpu) {
        Map<String, String> work = new HashMap<>(QueryItemsCalls.DOWNSTREAM);
        work.putAll(cpu);
        return Map.copyOf(work);
    }

    private Variant server(PoolPair pair, Map<String, String> work) {
        return QueryItemsCalls.commonSelect(options.servers(), pair.common(), pair.select(), work);
    }

    private RunSettings point(PointPosition place, Variant variant, int users) {
        Load load =
                QueryItemsCalls.of(options.warmLoad()).with(new ClosedLoop(users, 0, options.rejectBackoffSeconds()));
        return new RunSettings(place, variant, load, List.of());
    }
}
