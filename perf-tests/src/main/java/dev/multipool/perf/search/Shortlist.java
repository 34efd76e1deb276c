package dev.multipool.perf.search;

import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.calibration.CalibrationRuns;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.service.ServiceCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a search measures once each: a climb from the proposal over pool sizes and users, and servers that differ in more.
 *
 * <p><b>Threads:</b> one.
 */
final class Shortlist {
    static final String AXIS = "server";

    /** Rounds of neighbours of neighbours, if the time is there; a climb ends earlier on its top. */
    private static final int MOST_STEPS = 10;
    /** Part of the limit: nearer to it, the next window may break it. */
    private static final double TIME_TO_SPARE = 0.8;
    /** Ratio of two throughputs, or of two TP99: windows of equal servers seldom differ by more. */
    private static final double CLEARLY_LESS = 0.88;

    private final Session session;
    private final ExperimentOptions options;
    private final ServiceCall call;
    private final List<PointSummary> measured = new ArrayList<>();
    private final Set<Sizing> asked = new LinkedHashSet<>();

    /** Every server of fixed pools that a run of counts. */
    private final Map<Sizing, Candidate> sizings = new LinkedHashMap<>();

    Shortlist(Session session, ExperimentOptions options, ServiceCall call) {
        this.session = session;
        this.options = options;
        this.call = call;
    }

    /**
     * Measures what lies around a sizing, around what is best there, and so on, as long as there is time: first far away, as the
     * sizing may be wrong by a factor, then nearby. A better pool bears more users, so each step begins with the load that the best
     * one should bear. Before it looks nearby it trims the best.
     */
    void climb(Sizing proposed) throws InterruptedException {
        screen(List.of(proposed));
        climb(best -> best.farNeighbours(business(), SizeGrid.MOST_USERS));
        Optional<Sizing> trimmed = nearestToTheTop().map(this::trimmed).filter(each -> !asked.contains(each));
        if (trimmed.isPresent()) {
            screen(List.of(trimmed.get()));
        }
        climb(best -> best.neighbours(business(), SizeGrid.MOST_USERS));
    }

    /** The same with inner pools that are no larger than what its windows kept busy needs. */
    private Sizing trimmed(Candidate candidate) {
        Map<String, Double> busyThreads = new LinkedHashMap<>();
        session.runs().stream()
                .filter(run -> run.settings().equals(candidate.point().settings()))
                .flatMap(run -> run.server().pools().stream())
                .forEach(ledger -> busyThreads.merge(ledger.pool(), ledger.busyThreads(), Math::max));
        return sizing(candidate.point()).trimmedTo(busyThreads, business());
    }

    private void climb(Function<Sizing, List<Sizing>> around) throws InterruptedException {
        for (int step = 0; step < MOST_STEPS; step++) {
            raiseTheLoad();
            List<Sizing> next = nearestToTheTop().map(each -> sizing(each.point())).stream()
                    .flatMap(best -> around.apply(best).stream())
                    .filter(each -> !asked.contains(each))
                    .toList();
            if (next.isEmpty()) {
                return;
            }
            screen(next);
        }
    }

    private void raiseTheLoad() throws InterruptedException {
        Optional<Sizing> heavier = smallestOfPools().flatMap(this::atItsLimit);
        while (heavier.isPresent() && screen(List.of(heavier.get()))) {
            heavier = smallestOfPools().flatMap(this::atItsLimit);
        }
    }

    /**
     * The same in proportion under as many users as should bring TP99 near the limit, or under fewer where that broke it; nothing
     * where that kept it, and did not serve more.
     */
    private Optional<Sizing> atItsLimit(Candidate best) {
        Sizing sizing = sizing(best.point());
        int estimated =
                Math.min(SizeGrid.MOST_USERS, LoadLeap.users(session.objective(), sizing.users(), best.p99Millis()));
        int oneMore = SizeGrid.USERS.larger(sizing.users());
        for (int users = estimated; users > oneMore; users = fewer(sizing.users(), users)) {
            Sizing heavier = sizing.scaledTo(users).within(business());
            if (!asked.contains(heavier)) {
                return Optional.of(heavier);
            }
            if (keeps(sizings.get(heavier))) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private boolean keeps(@Nullable Candidate known) {
        return known != null && session.objective().isMetBy(known.p99Millis());
    }

    /** The middle by ratio, on the grid, but fewer than {@code broken}. */
    private static int fewer(int kept, int broken) {
        return Math.min(SizeGrid.USERS.smaller(broken), SizeGrid.USERS.nearest(Math.sqrt((double) kept * broken)));
    }

    /** Measures these once each; false where there was no time for any. */
    private boolean screen(List<Sizing> next) throws InterruptedException {
        asked.addAll(next);
        List<PointSummary> points =
                session.screen(next.stream().map(this::onList).toList());
        measured.addAll(points);
        Candidate.of(points).forEach(each -> sizings.put(sizing(each.point()), each));
        return !points.isEmpty();
    }

    /** Measures what is no pool of these, with the best sizing. Most need a server of their own; only if there is time. */
    void tryAlternatives() throws InterruptedException {
        Optional<Sizing> best = smallestOfPools().map(each -> sizing(each.point()));
        if (best.isEmpty()) {
            return;
        }
        for (Variant other : AlternativeServers.of(
                call, options, best.get().threads(), best.get().users())) {
            RunSettings point = onList(other, best.get().users());
            if (session.hasTimeToStart(point.load())) {
                measured.addAll(session.screen(List.of(point)));
            }
        }
    }

    /** Of what is no pool of these, the one that served most within the objective. */
    Optional<Candidate> bestAlternative() {
        return Candidate.best(
                session.objective(),
                measured.stream()
                        .filter(point -> !isOfPools(point.settings().variant()))
                        .toList());
    }

    /** The points of fixed pools that have figures. */
    List<PointSummary> ofPools() {
        return points(List.copyOf(sizings.values()));
    }

    /** All points, in the order in which they were measured. */
    List<PointSummary> measured() {
        return List.copyOf(measured);
    }

    /** The pool of the requests themselves: with more threads than users it is the same server. */
    private String business() {
        return call.pools().get(0);
    }

    private Sizing sizing(PointSummary point) {
        return new Sizing(CalibrationRuns.threads(call, point.settings().variant()), PoolComparison.users(point));
    }

    private boolean isOfPools(Variant variant) {
        return variant.equals(call.server(options.servers(), CalibrationRuns.threads(call, variant)));
    }

    private Optional<Candidate> smallestOfPools() {
        return smallest(ofPools());
    }

    /** Where nothing keeps the objective yet, what misses it least. */
    private Optional<Candidate> nearestToTheTop() {
        return smallestOfPools().or(() -> Candidate.lowestP99(ofPools()));
    }

    private Optional<Candidate> smallest(List<PointSummary> points) {
        return AnswerSelection.smallest(call, session.objective(), points);
    }

    /**
     * What the finals are between: the smallest near the best; the same under more users and under fewer, as one window is no proof
     * of which load keeps the limit; the best; the best with time to spare; and the next best. All are trimmed, unless that is known
     * to be worse. Where nothing keeps the limit, what misses it least; where nothing was measured, what the climb began with.
     *
     * @param most so many at most
     */
    List<RunSettings> finalists(int most) {
        List<PointSummary> ofPools = ofPools();
        Set<Sizing> finalists = new LinkedHashSet<>();
        smallest(ofPools).map(this::trimmedUnlessWorse).ifPresent(best -> {
            finalists.add(best);
            withMoreUsers(best).ifPresent(finalists::add);
            finalists.add(withFewerUsers(best));
        });
        Candidate.best(session.objective(), ofPools)
                .map(this::trimmedUnlessWorse)
                .ifPresent(finalists::add);
        Stream.of(TIME_TO_SPARE, 1.0)
                .flatMap(part -> keeping(ofPools, part))
                .map(this::trimmedUnlessWorse)
                .forEach(finalists::add);
        if (finalists.isEmpty()) {
            nearestToTheTop()
                    .map(this::trimmedUnlessWorse)
                    .or(() -> asked.stream().findFirst())
                    .ifPresent(finalists::add);
        }
        return finalists.stream().limit(most).map(this::onList).toList();
    }

    private Sizing trimmedUnlessWorse(Candidate candidate) {
        Sizing trimmed = trimmed(candidate);
        return isClearlyWorse(trimmed, candidate) ? sizing(candidate.point()) : trimmed;
    }

    /** Than this one, by what is known of it. */
    private boolean isClearlyWorse(Sizing sizing, Candidate than) {
        Candidate known = sizings.get(sizing);
        return known != null
                && (known.throughput() < CLEARLY_LESS * than.throughput()
                        || than.p99Millis() < CLEARLY_LESS * known.p99Millis());
    }

    /** Of those with the fewest users what has the lowest TP99, under fewer users still; nothing where there is only one. */
    List<RunSettings> findEasier(List<PointSummary> points) {
        return Candidate.of(points).stream()
                .min(Comparator.<Candidate>comparingInt(each -> PoolComparison.users(each.point()))
                        .thenComparingDouble(Candidate::p99Millis))
                .map(each -> sizing(each.point()))
                .stream()
                .flatMap(fewest -> lighter(fewest, 1))
                .toList();
    }

    /**
     * The same inner pools under the most users that should leave room.
     *
     * @param part of the limit that TP99 has to stay below, where it grows in proportion to the users
     * @return empty where it should not under a user more
     */
    Optional<RunSettings> findHeavier(Candidate than, double part) {
        Sizing sizing = sizing(than.point());
        int users = sizing.users();
        int more = SizeGrid.USERS.larger(users);
        while (more > users
                && more <= SizeGrid.MOST_USERS
                && session.objective().isMetBy(than.p99Millis() * more / sizing.users() / part)) {
            users = more;
            more = SizeGrid.USERS.larger(users);
        }
        return users == sizing.users()
                ? Optional.empty()
                : Optional.of(onList(sizing.withMoreUsers(business(), users)));
    }

    /** The same in proportion under fewer users, and under fewer still; at most so many. */
    List<RunSettings> findLighter(Candidate than, int most) {
        return lighter(sizing(than.point()), most).toList();
    }

    private Stream<RunSettings> lighter(Sizing than, int most) {
        return Stream.iterate(than, each -> each.users() > 1, this::withFewerUsers)
                .limit(most)
                .map(this::withFewerUsers)
                .map(this::onList);
    }

    private Sizing withFewerUsers(Sizing sizing) {
        return sizing.scaledTo(SizeGrid.USERS.smaller(sizing.users())).within(business());
    }

    /** The same inner pools, unless it is known that they don't keep the limit. */
    private Optional<Sizing> withMoreUsers(Sizing best) {
        Sizing more = best.withMoreUsers(business(), SizeGrid.USERS.larger(best.users()));
        Candidate known = sizings.get(more);
        boolean mayKeep = known == null || session.objective().isMetBy(known.p99Millis());
        return mayKeep && more.users() <= SizeGrid.MOST_USERS ? Optional.of(more) : Optional.empty();
    }

    /** Those within this part of the limit, the most throughput first. */
    private Stream<Candidate> keeping(List<PointSummary> points, double part) {
        return Candidate.of(points).stream()
                .filter(each -> session.objective().isMetBy(each.p99Millis() / part))
                .sorted(Comparator.comparingDouble(Candidate::throughput).reversed());
    }

    private RunSettings onList(Sizing sizing) {
        return onList(call.server(options.servers(), sizing.threads()), sizing.users());
    }

    private RunSettings onList(Variant variant, int users) {
        return point(
                new PointPosition("shortlist, " + call.word(), AXIS, variant.name() + " / " + users + " users"),
                variant,
                call.of(options.warmLoad()).with(new ClosedLoop(users, 0, options.rejectBackoffSeconds())));
    }

    /** The same in another stage, under a load that lasts otherwise. */
    static RunSettings at(String stage, RunSettings point, Load load) {
        return point(new PointPosition(stage, AXIS, point.place().label()), point.variant(), load);
    }

    /** A point without errors. */
    static RunSettings point(PointPosition place, Variant variant, Load load) {
        return new RunSettings(place, variant, load, List.of());
    }

    static List<PointSummary> points(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::point).toList();
    }
}
