package dev.multipool.perf.experiment.overload;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Demand.Arrivals;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.PoolSettings;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.RejectCodes;
import dev.multipool.perf.experiment.SaturationProbe;
import dev.multipool.perf.experiment.SaturationProbe.Saturation;
import dev.multipool.perf.limiter.PublishedLimit;
import dev.multipool.perf.own.OwnServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The server under several times the load that it can bear.
 *
 * <p><b>Question.</b> Which server keeps the objective for the calls that it answers under overload, and how much does it
 * still answer?
 *
 * <p><b>Hypothesis.</b> A pool of up to 200 threads takes every call in and makes all of them slow. A long queue does the
 * same with fewer threads. A small fixed pool that rejects the rest at once keeps TP99 low, but its size has to be found
 * for each service and machine. Adaptive admission finds by itself how many calls may be in flight: TP99 below the
 * objective, at 95 % or more of what the best hand-tuned pool answers.
 *
 * <p><b>Setup.</b> First a closed loop whose users double tells the saturating users and the saturating rate. Then two
 * overloads: a closed loop of ten times these users, and an open loop (Poisson arrivals) of twice this rate. For each of
 * the two, fixed pools of several sizes, with no queue and with one as long as the pool is large, are tried once: the
 * largest goodput that keeps the objective is the hand-tuned pool of this machine and this load. Then these are measured
 * interleaved, forwards and backwards: the cached pool of 200, the hand-tuned pool, a pool of as many threads with the
 * default queue of 1000, and four doors in front of the cached pool. The doors are adaptive admission and three limits of
 * the library concurrency-limits: Gradient2 and Vegas with its defaults, and a fixed one. The fixed limit lets in as many
 * calls as the hand-tuned pool holds, threads and queue together: the same trial tuned it, so the two differ by the door
 * alone. Users of the closed loop back off after a reject, as long as the option says; else instant rejects would turn the
 * loop into a race of the generator against itself.
 *
 * <p><b>Reading the result.</b> Goodput is calls answered rightly and within their deadline, in the open loop counted from
 * the moment at which the call was due. TP99 is that of all answered calls, counted from the same moment. A server keeps
 * the limit when TP99 is below it in every window that counts; the share of one-second slices that keep it stands beside.
 * The ratio compares goodput with the hand-tuned pool of the same load. The generator shares its core with Redis on a small machine: a run in which it could
 * not send as fast as it should is invalid and says so.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment overload --weight
 * published}, or {@code mvn verify -Pperf -Dperf.experiment=overload}.
 */
public final class OverloadExperiment implements Experiment {
    public static final String NAME = "overload";

    private static final String CACHED = "cached:core=20,max=200";
    private static final int CACHED_MAX = 200;
    private static final int DEFAULT_QUEUE = 1000;
    /** Servers that are compared under each overload. */
    private static final int CONTESTANTS = 7;

    private static final int TIMES_THE_USERS = 10;
    private static final int TIMES_THE_RATE = 2;
    /** The server's own limit on calls in flight; what is beyond it would only be rejected there. */
    private static final int MAX_IN_FLIGHT = 10_000;

    private static final List<Integer> SIZES = List.of(4, 5, 6, 8, 16, 32);
    private static final String AXIS = "pool";

    private final ExperimentOptions options;
    private final SaturationProbe probe;

    public OverloadExperiment(ExperimentOptions options) {
        this.options = options;
        this.probe = new SaturationProbe(options.servers().variant("cached 200", CACHED), options, CACHED_MAX);
    }

    /** One of the two overloads. */
    private record Overload(String name, Load load) {}

    @Override
    public int plannedRuns() {
        int tuning = 2 * candidates().size();
        int comparison = 2 * CONTESTANTS * options.repeats();
        return probe.plannedRuns() + tuning + comparison;
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.of(options.load());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        Optional<Saturation> found = probe.find(session);
        if (found.isEmpty()) {
            return new Findings(
                    Answer.none(
                            session.objective(),
                            session.cores(),
                            "nothing was compared: no run counts while the saturating load was looked for"),
                    List.of(),
                    List.of());
        }
        Saturation saturation = found.get();
        session.say(saturation.finding().text());
        List<OverloadComparison> comparisons = new ArrayList<>();
        for (Overload overload : overloads(saturation)) {
            comparisons.add(compare(session, overload));
        }
        OverloadFindings findings = new OverloadFindings(session.objective(), comparisons, session.runs());
        List<Finding> all = new ArrayList<>(List.of(
                saturation.finding(),
                Finding.of(FindingCode.USERS_PAUSE)
                        .with(FindingFigure.PAUSE_MILLIS, 1000 * options.rejectBackoffSeconds())));
        all.addAll(findings.findings());
        List<Table> tables = comparisons.stream().map(findings::table).toList();
        return new Findings(findings.answer(session.cores()), all, tables);
    }

    private OverloadComparison compare(Session session, Overload overload) throws InterruptedException {
        List<PointSummary> tuning = session.measure(
                candidates().stream()
                        .map(variant -> point("hand-tuning, " + overload.name(), variant, overload.load()))
                        .toList(),
                1);
        Variant handTuned = handTuned(session.objective(), tuning);
        List<PointSummary> points = session.measure(
                contestants(session.objective(), handTuned).stream()
                        .map(variant -> point(overload.name(), variant, overload.load()))
                        .toList(),
                options.repeats());
        return new OverloadComparison(overload.name(), points, handTuned.name());
    }

    private List<Variant> contestants(Objective objective, Variant handTuned) {
        PoolSettings tuned = Objects.requireNonNull(handTuned.pool());
        int threads = tuned.threads();
        int inFlight = threads + tuned.queue();
        return List.of(
                options.servers().variant("cached 200", CACHED),
                handTuned,
                options.servers()
                        .variant(
                                "fixed " + threads + " + queue " + DEFAULT_QUEUE,
                                "fixed:threads=" + threads + ",queue=" + DEFAULT_QUEUE),
                behind("adaptive admission", admission(objective)),
                behind("Gradient2", Map.of(OwnServer.LIMITER, PublishedLimit.GRADIENT2)),
                behind("Vegas", Map.of(OwnServer.LIMITER, PublishedLimit.VEGAS)),
                behind("fixed limit " + inFlight, Map.of(OwnServer.LIMITER, PublishedLimit.fixed(inFlight))));
    }

    /** The cached pool with a door in front of it. */
    private Variant behind(String name, Map<String, String> door) {
        return options.servers().variant(name, CACHED).with(door);
    }

    /** The best that keeps the objective; where none does, the one that comes closest. */
    private Variant handTuned(Objective objective, List<PointSummary> tuning) {
        return Candidate.mostGoodput(objective, tuning)
                .or(() -> Candidate.lowestP99(tuning))
                .map(Candidate::variant)
                .orElseGet(() -> candidates().get(0));
    }

    private List<Variant> candidates() {
        List<Variant> variants = new ArrayList<>();
        for (int size : options.sizesOr(SIZES)) {
            variants.add(options.servers().variant("fixed " + size, "fixed:threads=" + size));
            variants.add(options.servers()
                    .variant("fixed " + size + " + queue " + size, "fixed:threads=" + size + ",queue=" + size));
        }
        return variants;
    }

    private static Map<String, String> admission(Objective objective) {
        return Map.of(
                "admission.enabled",
                "true",
                "admission.objective-percentile",
                "99",
                "admission.objective",
                Math.round(objective.limitMillis() * 1000) + "us");
    }

    private List<Overload> overloads(Saturation saturation) {
        int users = TIMES_THE_USERS * saturation.users();
        double rate = TIMES_THE_RATE * saturation.ratePerSecond();
        Demand closed = new ClosedLoop(users, 0, options.rejectBackoffSeconds());
        Demand open = new OpenLoop(Math.rint(rate), Arrivals.POISSON, MAX_IN_FLIGHT);
        return List.of(
                new Overload("closed loop, " + closed.describe(), options.load().with(closed)),
                new Overload("open loop, " + open.describe(), options.load().with(open)));
    }

    private static RunSettings point(String stage, Variant variant, Load load) {
        return new RunSettings(
                new PointPosition(stage, AXIS, variant.name()), variant, load, RejectCodes.OF_AN_OVERLOADED_SERVER);
    }
}
