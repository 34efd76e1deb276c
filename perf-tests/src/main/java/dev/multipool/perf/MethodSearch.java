package dev.multipool.perf;

import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.search.PoolProposal;
import dev.multipool.capacity.search.Sensitivity.Question;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.perf.result.Candidate;
import dev.multipool.perf.result.Demand.ClosedLoop;
import dev.multipool.perf.result.Figure;
import dev.multipool.perf.result.Load;
import dev.multipool.perf.result.Place;
import dev.multipool.perf.result.PointSummary;
import dev.multipool.perf.result.RunSettings;
import dev.multipool.perf.result.Table;
import dev.multipool.perf.result.Variant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The search for one method; {@link SearchExperiment} says how it goes. */
final class MethodSearch {
    static final double NEARLY = 0.98;

    /** More is not asked of one generator on one core. */
    static final int MOST_USERS = 200;

    /** Loads that the proposal is measured under / the users it was made for. */
    private static final List<Double> PARTS_OF_THE_USERS = List.of(0.5, 0.75, 1.0, 1.5, 2.0);

    /** The limit that the model may be asked for / the objective's. */
    private static final double MOST_PATIENCE = 3;

    private static final int FEWEST_REPEATS = 3;
    private static final int FINALISTS = 5;
    /** Those that are no pools, and need servers of their own. */
    private static final int OTHER_SERVERS = 2;
    /** A final's window / a window on the shortlist: the finals decide. */
    static final int LONGER = 2;

    private final Session session;
    private final ExperimentOptions options;
    private final ServiceCall call;
    private final Duration until;
    private final List<String> sentences = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();

    /**
     * A search.
     *
     * @param until when, counted from the session's start, nothing optional is begun any more
     */
    MethodSearch(Session session, ExperimentOptions options, ServiceCall call, Duration until) {
        this.session = session;
        this.options = options;
        this.call = call;
        this.until = until;
    }

    /**
     * What a search found.
     *
     * @param answer the same as one sentence
     * @param chosen empty when nothing kept the objective
     * @param pools the best of thread pools; the same where no other way to handle calls did better
     * @param row of {@link SearchFindings#answers}
     */
    record Found(
            String answer,
            Optional<Candidate> chosen,
            Optional<Candidate> pools,
            List<String> row,
            List<String> sentences,
            List<Table> tables) {}

    Found search() throws InterruptedException {
        CalibrationRuns calibration = new CalibrationRuns(call, options);
        List<RunSettings> points =
                calibration.on(session.cores(), session.cores().serverCores());
        session.retryUntil(climbUntil());
        session.screen(List.of(calibration.warmUp(points)));
        List<PointSummary> measured = session.screen(points);
        ServiceProfile profile;
        try {
            profile = CalibrationExperiment.profile(call, options, session, points);
        } catch (IllegalArgumentException e) {
            return nothing("no profile: " + e.getMessage());
        }
        sentences.add(CalibrationExperiment.describe(call, profile) + CalibrationExperiment.remark(measured));
        Optional<PoolProposal> proposed = proposal(profile);
        if (proposed.isEmpty()) {
            return nothing("by the model not even one user keeps TP99 < "
                    + Figure.millis(MOST_PATIENCE * session.objective().p99LimitMillis()) + " ms");
        }
        PoolProposal proposal = proposed.get();
        sentences.add(call.word() + ": the model proposes " + call.label(proposal.threads()) + " threads for "
                + proposal.users() + " users (" + proposal.simulations() + " simulations: "
                + String.join("; ", proposal.reasons()) + ")");
        session.say(sentences.get(sentences.size() - 1));
        Optional<Integer> users = load(proposal);
        if (users.isEmpty()) {
            return nothing("the proposal keeps " + session.objective().describe() + " under no load that was tried");
        }
        Sizing first =
                new Sizing(proposal.threads(), users.get()).within(call.pools().get(0));
        Shortlist shortlist = new Shortlist(session, options, call);
        List<PointSummary> listed = shortlist.measure(first, climbUntil(), until);
        profile = calibratedAgain(profile, points);
        session.retryUntil(session.elapsed().plus(finalsTime().multipliedBy(2)));
        List<PointSummary> finals =
                session.compare(again("finals, " + call.word(), shortlist.finalists(FINALISTS, first)), rounds());
        return new SearchFindings(session, call, profile, first).found(listed, finals, sentences, tables);
    }

    /** By now all of the server's code is compiled: what is predicted is predicted from this, where its runs count. */
    private ServiceProfile calibratedAgain(ServiceProfile first, List<RunSettings> points) throws InterruptedException {
        List<RunSettings> again = CalibrationRuns.onceMore(points);
        List<PointSummary> measured = session.screen(again);
        try {
            ServiceProfile profile = CalibrationExperiment.profile(call, options, session, again);
            sentences.add("once more, after the shortlist: " + CalibrationExperiment.describe(call, profile)
                    + CalibrationExperiment.remark(measured));
            return profile;
        } catch (IllegalArgumentException e) {
            return first;
        }
    }

    private int rounds() {
        return Math.max(FEWEST_REPEATS, options.repeats());
    }

    /** From then on, counted from the session's start, the time is that of the other servers and the finals. */
    private Duration climbUntil() {
        return until.minus(finalsTime())
                .minus(RunTimes.startOfShared(options.load()).multipliedBy(OTHER_SERVERS));
    }

    private Duration finalsTime() {
        Load load = options.load();
        Duration run = RunTimes.ofAWarmRun(load).plus(RunTimes.duration(load).multipliedBy(LONGER - 1L));
        return run.multipliedBy((long) FINALISTS * rounds());
    }

    /**
     * What the model proposes. A profile that misses TP99 may find nothing that keeps the objective, although something does:
     * then it is asked for less, and measurement decides.
     */
    private Optional<PoolProposal> proposal(ServiceProfile profile) {
        CpuModel machine = CpuModel.inTurns(session.cores().serverCores());
        Optional<PoolProposal> proposal = Optional.empty();
        for (double patience = 1; patience <= MOST_PATIENCE && proposal.isEmpty(); patience += 0.5) {
            double limit = patience * session.objective().p99LimitMillis();
            proposal = new Question(profile, machine, Map.of(), MOST_USERS, limit).proposal();
            if (patience > 1 && proposal.isPresent()) {
                sentences.add(call.word() + ": by the model not even one user keeps "
                        + session.objective().describe() + ", so its proposal is for " + Figure.millis(limit) + " ms");
                session.say(sentences.get(sentences.size() - 1));
            }
        }
        return proposal;
    }

    private Found nothing(String why) {
        return new Found(
                call.word() + ": " + why,
                Optional.empty(),
                Optional.empty(),
                SearchFindings.without(call, why),
                sentences,
                tables);
    }

    /** The fewest users with which the proposal serves nearly the most within the objective. */
    private Optional<Integer> load(PoolProposal proposal) throws InterruptedException {
        Set<Integer> loads = new LinkedHashSet<>();
        for (double part : PARTS_OF_THE_USERS) {
            loads.add((int) Math.min(MOST_USERS, Math.max(1, Math.round(part * proposal.users()))));
        }
        List<Candidate> tried = new ArrayList<>(loads(proposal, List.copyOf(loads)));
        int fewest = Math.max(1, proposal.users() / 2);
        while (Candidate.best(session.objective(), Shortlist.points(tried)).isEmpty() && fewest > 1) {
            fewest /= 2;
            tried.addAll(loads(proposal, List.of(fewest)));
        }
        int most = loads.stream().mapToInt(Integer::intValue).max().orElse(1);
        while (bestUsers(tried) == most && most < MOST_USERS) {
            most = Math.min(MOST_USERS, most + most / 2);
            tried.addAll(loads(proposal, List.of(most)));
        }
        return Candidate.best(session.objective(), Shortlist.points(tried)).flatMap(best -> tried.stream()
                .filter(each -> session.objective().isMetBy(each.p99Millis()))
                .filter(each -> each.throughput() >= NEARLY * best.throughput())
                .map(each -> PoolComparison.users(each.point()))
                .min(Comparator.naturalOrder()));
    }

    /** 0 when nothing keeps the objective. */
    private int bestUsers(List<Candidate> tried) {
        return Candidate.best(session.objective(), Shortlist.points(tried))
                .map(best -> PoolComparison.users(best.point()))
                .orElse(0);
    }

    private List<Candidate> loads(PoolProposal proposal, List<Integer> users) throws InterruptedException {
        Variant variant = call.server(options, proposal.threads());
        return Candidate.of(session.screen(users.stream()
                .map(each -> Shortlist.point(
                        new Place("load, " + call.word(), "users", String.valueOf(each)),
                        variant,
                        call.of(options.warmLoad()).with(new ClosedLoop(each, 0, options.rejectBackoffSeconds()))))
                .toList()));
    }

    private static List<RunSettings> again(String stage, List<PointSummary> points) {
        return points.stream()
                .map(PointSummary::settings)
                .map(settings -> new RunSettings(
                        new Place(stage, Shortlist.AXIS, settings.place().label()),
                        settings.variant(),
                        settings.load()
                                .lasting(
                                        settings.load().warmupSeconds(),
                                        LONGER * settings.load().durationSeconds()),
                        settings.expectedErrors()))
                .toList();
    }

    /** For people: {@code 1234 TPS, TP99 9.1 ms}. */
    static String figures(Candidate candidate) {
        return Figure.perSecond(candidate.throughput()) + " TPS, TP99 " + Figure.millis(candidate.p99Millis()) + " ms";
    }
}
