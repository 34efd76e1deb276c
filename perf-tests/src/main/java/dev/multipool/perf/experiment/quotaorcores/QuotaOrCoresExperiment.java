package dev.multipool.perf.experiment.quotaorcores;

import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand.Arrivals;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Spread;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.experiment.RejectCodes;
import dev.multipool.perf.experiment.SaturationProbe;
import dev.multipool.perf.experiment.SaturationProbe.Saturation;
import dev.multipool.perf.service.CallWeight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One core of its own against a CPU quota of one core.
 *
 * <p><b>Question.</b> Is a server with a CPU quota of 1.0 on two cores as good as one that is pinned to one core?
 *
 * <p><b>Hypothesis.</b> Throughput is the same, TP99 near saturation is not. A pinned server slows down evenly. One
 * with a quota may use two cores at once; when several calls come together it has used up the 100 ms of a period after
 * 50 ms at the least, and then stands still until the next period begins: for up to 50 ms, whatever its pool looks
 * like.
 *
 * <p><b>Setup.</b> Calls with about the published weight, so that the generator needs little. A closed loop whose
 * users double tells the saturating rate of the pinned server. Then open loops (Poisson arrivals) of 50, 70, 85 and 95
 * % of it, each under both servers, interleaved. The quota is a control group that the laboratory makes for each run
 * and removes after it, with the kernel's default period of 100 ms. The JVM sees one processor either way. Where the
 * server has one core of its own only, as on a machine of two, the quota's second core is the one that generator and
 * Redis run on.
 *
 * <p><b>Reading the result.</b> Stopped periods are those in which the kernel stopped the server because its quota was
 * used up, as a share of those that passed in the measured window. TP99 that rises with this share while the server is
 * far from saturated is the quota's doing.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment quota-or-cores}, on
 * Linux, with the right to make a control group (root, or a delegated group).
 */
public final class QuotaOrCoresExperiment implements Experiment {
    public static final String NAME = "quota-or-cores";

    private static final String PINNED = "pinned to one core";
    private static final String QUOTA = "quota of 1.0 on two cores";
    private static final String POOL = "fixed:threads=16,queue=1000";
    private static final int MOST_USERS = 64;
    private static final int MAX_IN_FLIGHT = 1000;
    private static final double ONE_CORE = 1.0;
    private static final List<Integer> PERCENT_OF_SATURATION = List.of(50, 70, 85, 95);

    private final ExperimentOptions options;
    private final Supplier<Optional<String>> whyNoQuota;

    public QuotaOrCoresExperiment(ExperimentOptions options) {
        this(options, () -> CpuQuota.findObstacle(CpuQuota.CGROUPS, CpuQuota.PROC));
    }

    QuotaOrCoresExperiment(ExperimentOptions options, Supplier<Optional<String>> whyNoQuota) {
        this.options = options;
        this.whyNoQuota = whyNoQuota;
    }

    @Override
    public int plannedRuns() {
        return 4 + PERCENT_OF_SATURATION.size() * 2 * options.repeats();
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.of(options.load());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        Optional<String> missing = whyNoQuota.get();
        if (missing.isPresent()) {
            return nothing(session, missing.get());
        }
        List<Integer> cpus = twoCores(session.cores());
        if (cpus.size() < 2) {
            return nothing(
                    session,
                    "processes can't be pinned to cores here: "
                            + session.cores().sentence());
        }
        Variant pinned = variant(PINNED).onCpus(String.valueOf(cpus.get(0)), null);
        Variant quota = variant(QUOTA).onCpus(cpus.get(0) + "," + cpus.get(1), ONE_CORE);
        Optional<Saturation> found = new SaturationProbe(pinned, options, MOST_USERS).find(session);
        if (found.isEmpty()) {
            return nothing(session, "no run counts while the saturating load was looked for");
        }
        double rate = found.get().ratePerSecond();
        List<Finding> findings = new ArrayList<>(List.of(found.get().finding()));
        List<Table> tables = new ArrayList<>();
        List<PointSummary> all = new ArrayList<>();
        for (int percent : PERCENT_OF_SATURATION) {
            String stage = percent + " % of saturation";
            List<PointSummary> points = session.measure(
                    List.of(point(stage, pinned, rate * percent / 100), point(stage, quota, rate * percent / 100)),
                    options.repeats());
            points.stream().map(point -> finding(point, session.runs())).forEach(findings::add);
            tables.add(PoolComparison.table(PoolComparison.capital(stage), points));
            all.addAll(points);
        }
        return new Findings(answer(session, all), findings, tables);
    }

    private static Findings nothing(Session session, String why) {
        return new Findings(
                Answer.none(session.objective(), session.cores(), "nothing was compared: " + why),
                List.of(),
                List.of());
    }

    /** The server's own first two, or its only one and the first of the others. */
    private static List<Integer> twoCores(CorePlan cores) {
        return cores.serverCpus() == null || cores.generatorCpus() == null
                ? List.of()
                : cores.serverCores() > 1
                        ? CorePlan.numbers(cores.serverCpus()).subList(0, 2)
                        : List.of(
                                CorePlan.numbers(cores.serverCpus()).get(0),
                                CorePlan.numbers(cores.generatorCpus()).get(0));
    }

    private Variant variant(String name) {
        CallWeight weight = CallWeight.setOr(options.servers(), List.of(CallWeight.PUBLISHED))
                .get(0);
        return options.servers().variant(name, POOL).with(weight.settings());
    }

    private RunSettings point(String stage, Variant variant, double rate) {
        return new RunSettings(
                new PointPosition(stage, "server", variant.name()),
                variant,
                options.load().with(new OpenLoop(Math.rint(rate), Arrivals.POISSON, MAX_IN_FLIGHT)),
                RejectCodes.OF_AN_OVERLOADED_SERVER);
    }

    private static Finding finding(PointSummary point, List<LabRun> runs) {
        PointSummary.PointFigures figures = point.figures();
        Finding about = Finding.of(figures == null ? FindingCode.SERVER_WITHOUT_RUNS : FindingCode.RESPONSE_TIMES)
                .about(Subject.STAGE, point.settings().place().stage())
                .about(Subject.SERVER, point.settings().variant().name());
        if (figures == null) {
            return about;
        }
        Finding times = about.with(
                        FindingFigure.P50_MILLIS,
                        figures.percentiles().p50Millis().median())
                .with(
                        FindingFigure.P99_MILLIS,
                        figures.percentiles().p99Millis().median());
        return throttled(point.settings(), runs)
                .map(share -> times.with(FindingFigure.THROTTLED_SHARE, share))
                .orElse(times);
    }

    private static Optional<Double> throttled(RunSettings settings, List<LabRun> runs) {
        List<Double> shares = runs.stream()
                .filter(run -> run.isValid() && run.settings().equals(settings))
                .map(LabRun::figures)
                .map(each -> each.server().throttledShare())
                .filter(Objects::nonNull)
                .toList();
        return shares.isEmpty()
                ? Optional.empty()
                : Optional.of(Spread.ofMeans(shares).median());
    }

    private static Answer answer(Session session, List<PointSummary> points) {
        return Candidate.best(session.objective(), points)
                .map(best -> Answer.of(
                        session.objective(),
                        best,
                        session.cores(),
                        "most calls/s of those tried with "
                                + session.objective().describe() + ": " + most(session, points, PINNED) + ", "
                                + most(session, points, QUOTA)))
                .orElseGet(() -> Answer.none(
                        session.objective(),
                        session.cores(),
                        "neither server kept " + session.objective().describe() + " at half of its saturating rate"));
    }

    private static String most(Session session, List<PointSummary> points, String name) {
        List<PointSummary> own = points.stream()
                .filter(point -> point.settings().variant().name().equals(name))
                .toList();
        return name + " "
                + Candidate.best(session.objective(), own)
                        .map(best -> Figure.perSecond(best.throughput()))
                        .orElse("none");
    }
}
