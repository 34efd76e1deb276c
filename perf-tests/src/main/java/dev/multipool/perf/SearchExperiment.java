package dev.multipool.perf;

import dev.multipool.perf.result.Answer;
import dev.multipool.perf.result.Candidate;
import dev.multipool.perf.result.Figure;
import dev.multipool.perf.result.Findings;
import dev.multipool.perf.result.Load;
import dev.multipool.perf.result.Table;
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
 * model's proposal; the proposal under half to twice its users, of which the load that serves most within the objective is
 * kept (the fewest users within 2 %); a shortlist, each once: the proposal, each pool a quarter smaller and larger, all pools
 * with the users a quarter smaller and larger, a quarter more users on the same inner pools, all inner pools half larger, and
 * their neighbours in turn while the best lies at the edge and there is time; no queue, more Redis connections, other
 * execution models; the calibration once more. Then the best, the proposal and the next, three times or more, interleaved, in
 * windows twice as long. The windows are as long as {@code --budget} lets them be.
 *
 * <p><b>Reading the result.</b> The answer is the fewest threads within 2 % of the best. Figures of the model stand in
 * columns of their own, with what the profile missed its own runs or the finals by; it has no opinion on Redis connections and execution
 * models, which are only measured.
 *
 * <p><b>How to run.</b> {@code mvn verify -Pperf}, or {@code java -jar perf-tests/target/multipool-lab.jar search
 * --objective 'tp99<10ms' --maximize tps}.
 */
final class SearchExperiment implements Experiment {
    static final String NAME = "search";

    /** About what a method takes on servers that stay, however many pools it has: warm-up, calibration, loads, others. */
    private static final int SCREENED_RUNS = 18;
    /** What each pool adds: its neighbours, and the neighbours of these. */
    private static final int RUNS_OF_A_POOL = 6;

    private static final int FINAL_RUNS = 15;
    /** The servers for all that: one for what only pools tell apart, one for each other. */
    private static final int SERVERS = 3;

    private static final Duration SHORTEST_SEARCH = Duration.ofMinutes(2);
    private static final double SHORTEST = 1;
    /** Of the time. A server that is still being compiled tells more wrong than a short window does. */
    private static final double START_SHARE = 0.4;

    private final ExperimentOptions options;

    SearchExperiment(ExperimentOptions options) {
        this.options = options;
    }

    private static int runs(ServiceCall call) {
        return SCREENED_RUNS + RUNS_OF_A_POOL * call.pools().size() + FINAL_RUNS;
    }

    private static int runs(List<ServiceCall> calls) {
        return calls.stream().mapToInt(SearchExperiment::runs).sum();
    }

    /** The time of the first of these methods, where all of them have so much. */
    private static Duration share(List<ServiceCall> calls, Duration left) {
        return left.multipliedBy(runs(calls.get(0))).dividedBy(runs(calls));
    }

    /** The load with windows that let all runs of a method end in time. */
    private static Load within(Duration budget, ServiceCall call, Load load) {
        double seconds = budget.toMillis() / 1e3;
        double perWarmup = RunTimes.warmingManyRuns(load.lasting(1, 1)).warmupSeconds();
        double start = RunTimes.startOfShared(load.lasting(0, 1)).toSeconds();
        double warmup = Math.min(
                load.warmupSeconds(), Math.max(SHORTEST, (START_SHARE * seconds / SERVERS - start) / perWarmup));
        double between = RunTimes.ofAWarmRun(load.lasting(warmup, 1)).toMillis() / 1e3 - 1;
        double left = seconds - SERVERS * (start + perWarmup * warmup) - runs(call) * between;
        double window = left / (runs(call) + (MethodSearch.LONGER - 1) * FINAL_RUNS);
        return load.lasting(warmup, Math.min(load.durationSeconds(), Math.max(SHORTEST, window)));
    }

    @Override
    public int plannedRuns() {
        return runs(options.scope().calls());
    }

    /** On average: most runs find their server warm. */
    @Override
    public Duration timeOfARun() {
        List<ServiceCall> calls = options.scope().calls();
        ServiceCall first = calls.get(0);
        Load load = within(share(calls, options.scope().budget()), first, options.load());
        Duration longer = RunTimes.duration(load).multipliedBy((MethodSearch.LONGER - 1L) * FINAL_RUNS);
        return RunTimes.shared(load, Math.max(1, runs(first) / SERVERS)).plus(longer.dividedBy(runs(first)));
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        List<String> sentences = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        Optional<Candidate> chosen = Optional.empty();
        List<ServiceCall> calls = options.scope().calls();
        for (int done = 0; done < calls.size(); done++) {
            Duration left = options.scope().budget().minus(session.elapsed());
            MethodSearch.Found found = search(session, calls.get(done), share(calls.subList(done, calls.size()), left));
            sentences.addAll(found.sentences());
            tables.addAll(found.tables());
            answers.add(found.answer());
            rows.add(found.row());
            if (chosen.isEmpty()) {
                chosen = found.chosen();
            }
        }
        tables.add(0, SearchFindings.answers(rows));
        String text = answers.stream().collect(Collectors.joining("; ")) + "; measured on "
                + session.cores().describeServerCores();
        Answer answer = chosen.map(best -> Answer.of(session.objective(), best, session.cores(), text))
                .orElseGet(() -> Answer.none(session.objective(), session.cores(), text));
        return new Findings(answer, sentences, tables);
    }

    /**
     * What one method's search finds.
     *
     * @param budget about how long it may take
     */
    MethodSearch.Found search(Session session, ServiceCall call, Duration budget) throws InterruptedException {
        // the methods before it may have taken all of the time: it is searched all the same
        Duration atLeast = budget.compareTo(SHORTEST_SEARCH) < 0 ? SHORTEST_SEARCH : budget;
        ExperimentOptions timed = options.with(within(atLeast, call, options.load()));
        return new MethodSearch(session, timed, call, session.elapsed().plus(atLeast)).search();
    }

    /** For a sentence: {@code 1234 +- 12}. */
    static String plusMinus(double value, double halfWidth) {
        return Figure.perSecond(value) + " +- " + Figure.perSecond(halfWidth);
    }
}
