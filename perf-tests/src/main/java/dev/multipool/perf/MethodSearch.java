package dev.multipool.perf;

import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.search.PoolProposal;
import dev.multipool.capacity.search.Sensitivity.Question;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.perf.result.Candidate;
import dev.multipool.perf.result.Demand.ClosedLoop;
import dev.multipool.perf.result.Figure;
import dev.multipool.perf.result.Place;
import dev.multipool.perf.result.PointSummary;
import dev.multipool.perf.result.RunSettings;
import dev.multipool.perf.result.Table;
import dev.multipool.perf.result.Variant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The search for one method; {@link SearchExperiment} says how it goes. */
final class MethodSearch {
    static final double NEARLY = 0.98;

    private static final String AXIS = "server";
    /** More is not asked of one generator on one core. */
    private static final int MOST_USERS = 200;

    /** Loads that the proposal is measured under / the users it was made for. */
    private static final List<Double> PARTS_OF_THE_USERS = List.of(0.5, 0.75, 1.0, 1.5, 2.0);

    private static final int FEWEST_REPEATS = 3;
    private static final int FINALISTS = 4;
    /** A final's window / a window on the shortlist: the finals decide. */
    static final int LONGER = 2;

    private static final int FURTHER_STEPS = 2;

    private final Session session;
    private final ExperimentOptions options;
    private final ServiceCall call;
    private final Duration until;
    private final List<String> sentences = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();

    /** Every server of fixed pools that was measured under the load that was kept, by its sizes. */
    private final Map<Map<String, Integer>, Candidate> bySizes = new LinkedHashMap<>();

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
     */
    record Found(String answer, Optional<Candidate> chosen, List<String> sentences, List<Table> tables) {}

    Found search() throws InterruptedException {
        CalibrationRuns calibration = new CalibrationRuns(call, options);
        List<RunSettings> points =
                calibration.on(session.cores(), session.cores().serverCores());
        List<PointSummary> measured = session.screen(points);
        ServiceProfile profile;
        try {
            profile = CalibrationExperiment.profile(call, options, session, points);
        } catch (IllegalArgumentException e) {
            return nothing("no profile: " + e.getMessage());
        }
        sentences.add(CalibrationExperiment.describe(call, profile) + CalibrationExperiment.remark(measured));
        CpuModel machine = CpuModel.cores(session.cores().serverCores());
        Optional<PoolProposal> proposed = new Question(
                        profile,
                        machine,
                        Map.of(),
                        MOST_USERS,
                        session.objective().p99LimitMillis())
                .proposal();
        if (proposed.isEmpty()) {
            return nothing("by the model not even one user keeps "
                    + session.objective().describe());
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
        List<PointSummary> shortlist = shortlist(proposal.threads(), users.get());
        List<PointSummary> finals = session.compare(
                again("finals, " + call.word(), finalists(shortlist, proposal.threads())),
                Math.max(FEWEST_REPEATS, options.repeats()));
        return new SearchFindings(session, call, profile, users.get()).found(shortlist, finals, sentences, tables);
    }

    private Found nothing(String why) {
        return new Found(call.word() + ": " + why, Optional.empty(), sentences, tables);
    }

    /** The fewest users with which the proposal serves nearly the most within the objective. */
    private Optional<Integer> load(PoolProposal proposal) throws InterruptedException {
        Set<Integer> loads = new LinkedHashSet<>();
        for (double part : PARTS_OF_THE_USERS) {
            loads.add((int) Math.min(MOST_USERS, Math.max(1, Math.round(part * proposal.users()))));
        }
        List<Candidate> tried = new ArrayList<>(loads(proposal, List.copyOf(loads)));
        int fewest = Math.max(1, proposal.users() / 2);
        while (Candidate.best(session.objective(), points(tried)).isEmpty() && fewest > 1) {
            fewest /= 2;
            tried.addAll(loads(proposal, List.of(fewest)));
        }
        return Candidate.best(session.objective(), points(tried)).flatMap(best -> tried.stream()
                .filter(each -> session.objective().isMetBy(each.p99Millis()))
                .filter(each -> each.throughput() >= NEARLY * best.throughput())
                .map(each -> PoolComparison.users(each.point()))
                .min(Comparator.naturalOrder()));
    }

    private List<Candidate> loads(PoolProposal proposal, List<Integer> users) throws InterruptedException {
        Variant variant = call.server(options, proposal.threads());
        return Candidate.of(session.screen(users.stream()
                .map(each -> point(new Place("load, " + call.word(), "users", String.valueOf(each)), variant, each))
                .toList()));
    }

    private static List<PointSummary> points(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::point).toList();
    }

    private List<PointSummary> shortlist(Map<String, Integer> proposed, int users) throws InterruptedException {
        Set<Map<String, Integer>> sizes = new LinkedHashSet<>(List.of(proposed));
        Neighbours.of(proposed).stream()
                .filter(each -> each.getOrDefault(business(), 0) <= users)
                .forEach(sizes::add);
        List<PointSummary> measured = new ArrayList<>(session.screen(sizes.stream()
                .map(each -> onShortlist(call.server(options, each), users))
                .toList()));
        keep(measured);
        for (int step = 0; step < FURTHER_STEPS && session.elapsed().compareTo(until) < 0; step++) {
            List<RunSettings> further = further(users);
            if (further.isEmpty()) {
                break;
            }
            List<PointSummary> more = session.screen(further);
            measured.addAll(more);
            keep(more);
        }
        // last, since each needs a server of its own
        Map<String, Integer> best = smallest(points(List.copyOf(bySizes.values())))
                .map(each -> CalibrationRuns.threads(call, each.variant()))
                .orElse(proposed);
        measured.addAll(session.screen(Others.of(call, options, best, users).stream()
                .map(other -> onShortlist(other, users))
                .toList()));
        return measured;
    }

    /** The pool of the requests themselves: with more threads than users it is the same server. */
    private String business() {
        return call.pools().get(0);
    }

    private void keep(List<PointSummary> measured) {
        Candidate.of(measured).stream()
                .filter(each -> isOfPools(each.variant()))
                .forEach(each -> bySizes.put(CalibrationRuns.threads(call, each.variant()), each));
    }

    private boolean isOfPools(Variant variant) {
        return variant.equals(call.server(options, CalibrationRuns.threads(call, variant)));
    }

    /** The neighbours of the smallest pools near the best that were not measured yet. */
    private List<RunSettings> further(int users) {
        Optional<Candidate> best = smallest(points(List.copyOf(bySizes.values())));
        return best.map(each -> Neighbours.of(CalibrationRuns.threads(call, each.variant())).stream()
                        .filter(sizes -> !bySizes.containsKey(sizes))
                        .filter(sizes -> sizes.getOrDefault(business(), 0) <= users)
                        .map(sizes -> onShortlist(call.server(options, sizes), users))
                        .toList())
                .orElse(List.of());
    }

    private Optional<Candidate> smallest(List<PointSummary> points) {
        return SearchFindings.smallest(call, session.objective(), points);
    }

    /** The smallest near the best, the best, the proposal, and the next best. */
    private List<PointSummary> finalists(List<PointSummary> shortlist, Map<String, Integer> proposed) {
        Set<PointSummary> finalists = new LinkedHashSet<>();
        smallest(shortlist).map(Candidate::point).ifPresent(finalists::add);
        Candidate.best(session.objective(), shortlist).map(Candidate::point).ifPresent(finalists::add);
        smallest(points(List.copyOf(bySizes.values()))).map(Candidate::point).ifPresent(finalists::add);
        shortlist.stream()
                .filter(point -> point.settings().variant().equals(call.server(options, proposed)))
                .forEach(finalists::add);
        Candidate.of(shortlist).stream()
                .filter(each -> session.objective().isMetBy(each.p99Millis()))
                .sorted(Comparator.comparingDouble(Candidate::throughput).reversed())
                .map(Candidate::point)
                .forEach(finalists::add);
        // those that only pools tell apart share a server, so they come one after the other
        return finalists.stream()
                .limit(FINALISTS)
                .sorted(Comparator.comparing(
                        point -> !isOfPools(point.settings().variant())))
                .toList();
    }

    private static List<RunSettings> again(String stage, List<PointSummary> points) {
        return points.stream()
                .map(PointSummary::settings)
                .map(settings -> new RunSettings(
                        new Place(stage, AXIS, settings.place().label()),
                        settings.variant(),
                        settings.load()
                                .lasting(
                                        settings.load().warmupSeconds(),
                                        LONGER * settings.load().durationSeconds()),
                        settings.expectedErrors()))
                .toList();
    }

    private RunSettings onShortlist(Variant variant, int users) {
        return point(new Place("shortlist, " + call.word(), AXIS, variant.name()), variant, users);
    }

    private RunSettings point(Place place, Variant variant, int users) {
        return new RunSettings(
                place,
                variant,
                call.of(options.warmLoad()).with(new ClosedLoop(users, 0, options.rejectBackoffSeconds())),
                List.of());
    }

    /** For people: {@code 1234 TPS, TP99 9.1 ms}. */
    static String figures(Candidate candidate) {
        return Figure.perSecond(candidate.throughput()) + " TPS, TP99 " + Figure.millis(candidate.p99Millis()) + " ms";
    }
}
