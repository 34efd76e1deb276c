package dev.multipool.perf.search;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.MethodAnswer;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.search.SearchFindings.MethodFindings;
import dev.multipool.perf.service.ServiceCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The best pools for each method: the model proposes, measurement decides.
 *
 * <p><b>Question.</b> Which pools, queue, Redis connections and execution model give the most throughput within the
 * objective, for findUserInfo and for queryItems (business, common, select)? And which on 4 cores, or under a quota of 4?
 *
 * <p><b>Hypothesis.</b> A profile out of three short runs tells the right sizes well enough that they and their
 * neighbours are all that has to be measured.
 *
 * <p><b>Setup.</b> For each method, on one server that stays while its pools are resized: calibration under three loads; the
 * model's proposal; the proposal under more or fewer users, until the largest load is known that keeps the objective; a
 * shortlist, each once: what lies around the best, first far away, then nearby; the calibration once more. Then the best, with inner
 * pools trimmed to what was busy, the same under more and fewer users, and the next, in windows twice as long: once each, and then,
 * interleaved, those that may still become the answer. What they chose is measured on fresh processes, which alone the answer rests
 * on; where these break the limit, the same under fewer users. Then the rate that independent callers can have of it. Last, in time
 * that is left, no queue, more Redis connections and other execution models. Each step has its part of {@code --budget}.
 *
 * <p><b>Reading the result.</b> The answer is the fewest threads of those that pass the gate, serve within 3 % of the best, and have
 * about the shortest TP99. Figures of the model stand in columns of their own, with what the profile missed its own runs or the
 * finals by; it has no opinion on Redis connections and execution models, which are only measured.
 *
 * <p><b>How to run.</b> {@code mvn verify -Pperf}, or {@code java -jar perf-tests/target/multipool-lab.jar search
 * --objective 'tp99<10ms' --maximize tps}.
 */
public final class SearchExperiment implements Experiment {
    public static final String NAME = "search";

    /** About what a method takes, however many pools it has: calibration, loads, others, finals, fresh processes, rates. */
    private static final int RUNS_OF_A_METHOD = 45;
    /** What each pool adds: its neighbours, and the neighbours of these. */
    private static final int RUNS_OF_A_POOL = 5;

    private static final double SHORTEST = 1;
    /** Of a method's time: a screened window. A method makes some 25, and finals are longer. */
    private static final double WINDOW_SHARE = 0.0032;
    /** Of the budget: what the model is asked at the end takes some seconds for each method. */
    private static final double SHARE_OF_THE_MODEL = 0.05;
    /** Of a method's time: the load before a server's compilers are first asked whether they are done. */
    private static final double WARM_UP_SHARE = 0.016;

    private final ExperimentOptions options;

    public SearchExperiment(ExperimentOptions options) {
        this.options = options;
    }

    private static int runs(ServiceCall call) {
        return RUNS_OF_A_METHOD + RUNS_OF_A_POOL * call.pools().size();
    }

    private static int runs(List<ServiceCall> calls) {
        return calls.stream().mapToInt(SearchExperiment::runs).sum();
    }

    /** The load with windows and warm-ups as long as a method's time lets them be. */
    private static Load shorten(Duration budget, Load load) {
        double seconds = budget.toMillis() / 1e3;
        return load.lasting(
                Math.min(load.times().warmupSeconds(), Math.max(SHORTEST, WARM_UP_SHARE * seconds)),
                Math.min(load.times().durationSeconds(), Math.max(SHORTEST, WINDOW_SHARE * seconds)));
    }

    @Override
    public int plannedRuns() {
        return runs(options.scope().calls());
    }

    /** On average: the budget is what it takes. */
    @Override
    public Duration timeOfARun() {
        return options.scope().budget().dividedBy(plannedRuns());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        List<ServiceCall> calls = options.scope().calls();
        session.budget(options.scope().budget());
        Duration end = RunTimes.seconds(
                (1 - SHARE_OF_THE_MODEL) * options.scope().budget().toMillis() / 1e3);
        List<MethodSearch> searches = new ArrayList<>();
        for (int done = 0; done < calls.size(); done++) {
            Duration left = end.minus(session.elapsed());
            MethodSearch search = begin(session, calls.get(done), left.dividedBy(calls.size() - done));
            searches.add(search);
            search.search();
            search.searchRate();
        }
        // what the methods left of their time goes to those that still lack something, then to what is no pool
        for (MethodSearch search : searches) {
            search.measureFresh(end);
            search.searchRate(end);
        }
        for (MethodSearch search : searches) {
            search.tryAlternatives(end);
        }
        List<MethodFindings> found =
                searches.stream().map(MethodSearch::findings).toList();
        return new Findings(
                answer(session, found),
                found.stream().flatMap(each -> each.findings().stream()).toList(),
                found.stream().flatMap(each -> each.tables().stream()).toList());
    }

    /** That of the first method that has one, worth as much as the worst. */
    private static Answer answer(Session session, List<MethodFindings> found) {
        List<MethodAnswer> methods = found.stream().map(MethodFindings::answer).toList();
        String text = methods.stream().map(SearchExperiment::describe).collect(Collectors.joining("; "))
                + "; measured on " + session.cores().describeServerCores();
        return found.stream()
                .flatMap(each -> each.pools().stream()
                        .map(best -> Answer.of(
                                session.objective(),
                                best,
                                session.cores(),
                                each.answer().missing(),
                                text)))
                .findFirst()
                .map(answer -> rated(answer, methods))
                .orElseGet(() -> Answer.none(
                        session.objective(),
                        session.cores(),
                        methods.stream()
                                .flatMap(method -> Optional.ofNullable(method.whyNone()).stream())
                                .findFirst()
                                .orElseGet(NoAnswer::outOfTime),
                        text))
                .withMethods(methods);
    }

    /** With the rate of the method whose pools are recommended: the first that has some. */
    private static Answer rated(Answer answer, List<MethodAnswer> methods) {
        return methods.stream()
                .flatMap(method -> Optional.ofNullable(method.settings().pools()).stream())
                .findFirst()
                .flatMap(pools -> Optional.ofNullable(pools.sustainable()))
                .map(answer::withSustainable)
                .orElse(answer);
    }

    private static String describe(MethodAnswer method) {
        MethodAnswer.MeasuredSetting pools = method.settings().pools();
        NoAnswer why = method.whyNone();
        return method.method() + ": "
                + (pools == null
                        ? why == null ? "nothing" : why.reason()
                        : pools.name() + ", " + Figure.perSecond(pools.throughputPerSecond()) + " TPS, TP99 "
                                + Figure.millis(pools.p99Millis()) + " ms, "
                                + pools.evidence().windows()
                                + " windows");
    }

    /**
     * Begins the search for one method.
     *
     * @param budget how long it may take
     */
    public MethodSearch begin(Session session, ServiceCall call, Duration budget) {
        return new MethodSearch(
                session,
                options.with(shorten(budget, options.load())),
                call,
                session.elapsed().plus(budget));
    }
}
