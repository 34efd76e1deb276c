package dev.multipool.perf.search;

import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.search.PoolProposal;
import dev.multipool.capacity.search.Sensitivity.Question;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.calibration.CalibrationExperiment;
import dev.multipool.perf.calibration.CalibrationRuns;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.service.ServiceCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The search for one method; {@link SearchExperiment} says how it goes.
 *
 * <p>Each phase has its part of the time that is left when it begins, and no run is begun that would not end within it. So the
 * finals, and the rate after them, have their time whatever the phases before them met. A phase without time for a single run leaves what it was begun with to
 * the next one.
 */
public final class MethodSearch {

    /** A final's window / a window on the shortlist: the finals decide. */
    private static final int LONGER = 2;

    /** Loads that are tried until the largest is known that keeps the limit. */
    private static final int MOST_LOADS = 7;

    /** The limit that the model may be asked for / the objective's. */
    private static final double MOST_PATIENCE = 3;

    private static final int FINALISTS = 4;
    /** They only choose what is measured on fresh processes. */
    private static final int FEWEST_ROUNDS = 3;
    /** More rounds make an interval hardly narrower. */
    private static final int MOST_ROUNDS = 12;
    /** Part of the limit: far enough from it that more windows can show that TP99 keeps it. */
    private static final double TIME_TO_SPARE = 0.85;

    /** Where there is no model: what is busy in the busiest run, and so much more. */
    private static final double SPARE_THREADS = 1.5;

    private static final double THREADS_PER_CORE = 16;

    private final Session session;
    private final ExperimentOptions options;
    private final ServiceCall call;
    private final Duration until;
    private final List<Finding> found = new ArrayList<>();
    private final FreshProcesses fresh;

    // what is known so far
    private final List<PointSummary> loads = new ArrayList<>();
    private final Shortlist shortlist;
    private @Nullable ServiceProfile profile;
    private List<RunSettings> finalists = List.of();
    private int rounds;

    /** What each phase may take of the time that is left when it begins. */
    private enum Phase {
        CALIBRATION(0.33),
        LOADS(0.2),
        CLIMB(0.4),
        ONCE_MORE(0.13),
        FINALS(1);

        private final double share;

        Phase(double share) {
            this.share = share;
        }
    }

    /**
     * A search.
     *
     * @param until when, counted from the session's start, it has to end
     */
    MethodSearch(Session session, ExperimentOptions options, ServiceCall call, Duration until) {
        this.session = session;
        this.options = options;
        this.call = call;
        this.until = until;
        this.shortlist = new Shortlist(session, options, call);
        this.fresh = new FreshProcesses(session, options, call, shortlist);
    }

    /** Searches, to the end of the finals. */
    public void search() throws InterruptedException {
        List<RunSettings> points = new CalibrationRuns(call, options)
                .on(session.cores(), session.cores().serverCores());
        session.awaitCalm();
        begin(Phase.CALIBRATION);
        session.screen(points);
        profile = profile(points);
        Sizing start = proposal().orElseGet(() -> guessWithoutModel(points));
        begin(Phase.LOADS);
        Optional<Integer> users = load(start);
        if (users.isEmpty()) {
            return;
        }
        Sizing first = start.scaledTo(users.get()).within(call.pools().get(0));
        begin(Phase.CLIMB);
        shortlist.climb(first);
        begin(Phase.ONCE_MORE);
        calibrateAgain(points);
        begin(Phase.FINALS);
        finalists = asFinals(shortlist.finalists(affordable()));
        repeatFinals();
        measureFresh(until);
    }

    /**
     * Measures what the finals chose on fresh processes, until it passes the gate.
     *
     * @param end when, counted from the session's start, it has to end
     */
    void measureFresh(Duration end) throws InterruptedException {
        fresh.measure(best(), end);
    }

    /**
     * Searches the rate that independent callers can have of the answer, where that passes the gate.
     *
     * @param end when, counted from the session's start, it has to end
     */
    void searchRate(Duration end) throws InterruptedException {
        fresh.searchRate(end);
    }

    /** The same within the time of this search. */
    void searchRate() throws InterruptedException {
        searchRate(until);
    }

    /** In seconds: what is left for what comes before the fresh windows. */
    private double timeOfTheSearch() {
        double left = until.minus(session.elapsed()).toMillis() / 1e3;
        return left - fresh.secondsOf(left);
    }

    private void repeatFinals() throws InterruptedException {
        List<RunSettings> next = finalists;
        while (!next.isEmpty() && rounds < MOST_ROUNDS && !isDecided()) {
            int before = session.runs().size();
            session.compareOnce(next, rounds + 1);
            rounds++;
            next = session.runs().size() > before && !isOneLeft() ? contenders() : List.of();
        }
    }

    /** Who is left alone is measured on fresh processes in any case. */
    private boolean isOneLeft() {
        return rounds >= leastRounds() && best().isPresent() && contenders().size() == 1;
    }

    /**
     * Measures what is no pool of these, once each.
     *
     * @param end when, counted from the session's start, it has to end
     */
    void tryAlternatives(Duration end) throws InterruptedException {
        session.endBy(end);
        shortlist.tryAlternatives();
    }

    /** What is found so far: by fresh processes; where there was no time for them, by what came before. */
    public SearchFindings.MethodFindings findings() {
        List<Finding> all = new ArrayList<>(found);
        all.addAll(fresh.findings());
        return new SearchFindings(session, call, profile)
                .assemble(
                        shortlist.measured(),
                        finals(),
                        fresh.points(),
                        beforeTheFinals(),
                        shortlist.bestAlternative(),
                        fresh.rated(),
                        all);
    }

    private List<PointSummary> beforeTheFinals() {
        List<PointSummary> listed = shortlist.ofPools();
        return listed.isEmpty() ? loads : listed;
    }

    /** Whether there is an answer, and nothing that may turn out to be a better one. */
    private boolean isDecided() {
        return rounds >= leastRounds()
                && best().map(this::passes).orElse(false)
                && findBetter().isEmpty();
    }

    private boolean passes(Candidate candidate) {
        return Gate.findShortfalls(session.objective(), candidate.evidence()).isEmpty();
    }

    private Optional<Candidate> best() {
        return AnswerSelection.choose(call, session.objective(), finals());
    }

    private Optional<Candidate> findBetter() {
        return best().flatMap(best -> AnswerSelection.findBetter(session.objective(), best, finals()));
    }

    /**
     * What could still become the answer: the best, what serves clearly more but does not pass the gate yet, and the best of
     * those whose TP99 is farther from the limit. Where no final keeps it, one under fewer users is added.
     */
    private List<RunSettings> contenders() {
        if (best().isEmpty()) {
            List<RunSettings> easier = asFinals(shortlist.findEasier(finals()));
            finalists = Stream.concat(finalists.stream(), easier.stream()).toList();
            return easier;
        }
        Set<RunSettings> contenders = new LinkedHashSet<>();
        best().map(each -> each.point().settings()).ifPresent(contenders::add);
        findBetter().map(each -> each.point().settings()).ifPresent(contenders::add);
        Candidate.of(finals()).stream()
                .filter(each -> session.objective().isMetBy(each.p99Millis() / TIME_TO_SPARE))
                .max(Comparator.comparingDouble(Candidate::throughput))
                .map(each -> each.point().settings())
                .ifPresent(contenders::add);
        return List.copyOf(contenders);
    }

    private List<PointSummary> finals() {
        return session.pointsOf(finalists);
    }

    private void begin(Phase phase) {
        session.endBy(session.elapsed().plus(RunTimes.seconds(phase.share * timeOfTheSearch())));
    }

    private @Nullable ServiceProfile profile(List<RunSettings> points) {
        try {
            ServiceProfile made = CalibrationExperiment.profile(call, options, session, points);
            found.add(CalibrationExperiment.finding(call, made));
            return made;
        } catch (IllegalArgumentException e) {
            say(CalibrationExperiment.none(FindingCode.NOT_PROFILED, call, e));
            return null;
        }
    }

    /** By now all of the server's code is compiled: what is predicted is predicted from this, where its runs count. */
    private void calibrateAgain(List<RunSettings> points) throws InterruptedException {
        if (profile != null) {
            List<RunSettings> again = CalibrationRuns.onceMore(points);
            session.screen(again);
            ServiceProfile made = profile(again);
            profile = made == null ? profile : made;
        }
    }

    /** So many finalists that there is time for the windows that an answer needs, but at least one. */
    private int affordable() {
        Duration round = RunTimes.ofAWarmRun(longer(options.warmLoad()));
        long rounds = RunTimes.seconds(Math.max(0, timeOfTheSearch())).dividedBy(round);
        return (int) Math.max(1, Math.min(FINALISTS, rounds / Gate.FEWEST_WINDOWS));
    }

    private int leastRounds() {
        return Math.max(FEWEST_ROUNDS, options.repeats());
    }

    /**
     * What the model proposes. A profile that misses TP99 may find nothing that keeps the objective, although something does:
     * then it is asked for less, and measurement decides.
     */
    private Optional<Sizing> proposal() {
        ServiceProfile known = profile;
        if (known == null) {
            return Optional.empty();
        }
        CpuModel machine = CpuModel.inTurns(session.cores().serverCores());
        Optional<PoolProposal> proposal = Optional.empty();
        for (double patience = 1; patience <= MOST_PATIENCE && proposal.isEmpty(); patience += 0.5) {
            double limit = patience * session.objective().limitMillis();
            proposal = new Question(known, machine, Map.of(), SizeGrid.MOST_USERS, limit).proposal();
            if (patience > 1 && proposal.isPresent()) {
                say(about(FindingCode.MODEL_LIMIT_RAISED)
                        .with(FindingFigure.LIMIT_MILLIS, session.objective().limitMillis())
                        .with(FindingFigure.ASKED_LIMIT_MILLIS, limit));
            }
        }
        proposal.ifPresent(made -> {
            say(about(FindingCode.MODEL_PROPOSED)
                    .about(Subject.POOLS, call.label(made.threads()))
                    .with(FindingFigure.USERS, made.users())
                    .with(FindingFigure.SIMULATIONS, made.simulations()));
            made.reasons().forEach(session::say);
        });
        return proposal.map(made -> Sizing.nearest(made.threads(), made.users()));
    }

    /** Without a model: threads by what the ledgers saw busy; where they saw nothing, by a rule of thumb. */
    private Sizing guessWithoutModel(List<RunSettings> points) {
        double cores = session.cores().serverCores();
        Map<String, Double> threads = new LinkedHashMap<>();
        call.pools().forEach(pool -> threads.put(pool, THREADS_PER_CORE * cores));
        List<LabRun> seen = session.runs().stream()
                .filter(run ->
                        points.contains(run.settings()) && !run.server().pools().isEmpty())
                .toList();
        seen.stream()
                .max(Comparator.comparingInt(run -> PoolComparison.users(run.settings())))
                .ifPresent(busiest -> busiest.server().pools().stream()
                        .filter(ledger -> threads.containsKey(ledger.pool()))
                        .forEach(ledger -> threads.put(ledger.pool(), busy(ledger))));
        Sizing sizing =
                Sizing.nearest(threads, threads.getOrDefault(call.pools().get(0), THREADS_PER_CORE));
        say(about(FindingCode.SEARCHED_WITHOUT_MODEL).about(Subject.POOLS, call.label(sizing.threads())));
        return sizing;
    }

    private static double busy(PoolLedger ledger) {
        return Math.max(1, SPARE_THREADS * ledger.busyThreads());
    }

    private Finding about(FindingCode code) {
        return Finding.of(code).about(Subject.METHOD, call.word());
    }

    private void say(Finding finding) {
        found.add(finding);
        session.say(finding.text());
    }

    /**
     * The most users under which the proposal, in proportion to them, keeps the objective and serves nearly the most; empty when
     * it never keeps it. Where the machine disturbed every window, that of the lowest TP99; where there was no time, the proposal's
     * own. Each load tells by {@link LoadLeap} where the next one should lie, until the largest that keeps the objective has the
     * smallest that does not as its neighbour.
     */
    private Optional<Integer> load(Sizing start) throws InterruptedException {
        NavigableMap<Integer, Candidate> tried = new TreeMap<>();
        OptionalInt next = OptionalInt.of(start.users());
        for (int load = 0; load < MOST_LOADS && next.isPresent(); load++) {
            int users = next.getAsInt();
            Optional<Candidate> measured = loads(start, users);
            if (measured.isEmpty()) {
                break;
            }
            tried.put(users, measured.get());
            next = nextLoad(users, measured.get().p99Millis(), tried);
        }
        if (loads.isEmpty()) {
            return Optional.of(start.users());
        }
        double most = tried.values().stream()
                .filter(this::keeps)
                .mapToDouble(Candidate::throughput)
                .max()
                .orElse(0);
        return tried.descendingMap().entrySet().stream()
                .filter(each -> keeps(each.getValue()) && each.getValue().throughput() >= AnswerSelection.NEARLY * most)
                .map(Map.Entry::getKey)
                .findFirst()
                .or(() -> Candidate.leastDisturbed(loads).map(each -> PoolComparison.users(each.point())));
    }

    /** Where the limit should be, by the last load, but between those that are known; empty where nothing lies between. */
    private OptionalInt nextLoad(int users, double p99Millis, NavigableMap<Integer, Candidate> tried) {
        int kept = tried.entrySet().stream()
                .filter(each -> keeps(each.getValue()))
                .mapToInt(Map.Entry::getKey)
                .max()
                .orElse(0);
        int broken = tried.entrySet().stream()
                .filter(each -> each.getKey() > kept && !keeps(each.getValue()))
                .mapToInt(Map.Entry::getKey)
                .min()
                .orElse(SizeGrid.MOST_USERS + 1);
        int estimated = LoadLeap.users(session.objective(), users, p99Millis);
        int smallest = kept == 0 ? 1 : SizeGrid.USERS.larger(kept);
        int largest = SizeGrid.USERS.smaller(broken);
        return smallest > largest
                ? OptionalInt.empty()
                : OptionalInt.of(Math.max(smallest, Math.min(largest, estimated)));
    }

    private boolean keeps(Candidate candidate) {
        return session.objective().isMetBy(candidate.p99Millis());
    }

    private Variant server(Sizing sizing) {
        return call.server(options.servers(), sizing.within(call.pools().get(0)).threads());
    }

    private Optional<Candidate> loads(Sizing start, int users) throws InterruptedException {
        RunSettings point = Shortlist.point(
                new PointPosition("load, " + call.word(), "users", String.valueOf(users)),
                server(start.scaledTo(users)),
                call.of(options.warmLoad()).with(new ClosedLoop(users, 0, options.rejectBackoffSeconds())));
        List<PointSummary> measured = session.screen(List.of(point));
        loads.addAll(measured);
        return Candidate.of(measured).stream().findFirst();
    }

    private List<RunSettings> asFinals(List<RunSettings> points) {
        return points.stream()
                .map(point -> Shortlist.at("finals, " + call.word(), point, longer(point.load())))
                .toList();
    }

    /** A final's. */
    static Load longer(Load load) {
        return load.lasting(load.times().warmupSeconds(), LONGER * load.times().durationSeconds());
    }
}
