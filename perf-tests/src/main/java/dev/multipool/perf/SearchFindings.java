package dev.multipool.perf;

import dev.multipool.capacity.calibration.Prediction;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.calibration.ServiceProfile.Missed;
import dev.multipool.capacity.search.PoolProposal;
import dev.multipool.capacity.search.Sensitivity;
import dev.multipool.capacity.search.Sensitivity.Question;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Estimate;
import dev.multipool.perf.result.Candidate;
import dev.multipool.perf.result.Figure;
import dev.multipool.perf.result.LabRun;
import dev.multipool.perf.result.Objective;
import dev.multipool.perf.result.PointSummary;
import dev.multipool.perf.result.Table;
import dev.multipool.perf.result.Table.Column;
import dev.multipool.perf.result.Table.Origin;
import dev.multipool.perf.result.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a search's measurements, and the model beside them, tell. */
final class SearchFindings {
    private static final int ELSEWHERE_CORES = 4;
    private static final int HOST_CORES = 64;
    private static final String FOUR_CORES = ELSEWHERE_CORES + " cores";
    private static final String QUOTA_OF_FOUR = "a quota of " + ELSEWHERE_CORES + " cores on " + HOST_CORES;
    private static final int COLUMNS_OF_ANSWERS = 8;
    private static final int MOST_USERS = 1000;

    private final Session session;
    private final ServiceCall call;
    private final ServiceProfile profile;
    private final Sizing proposed;

    SearchFindings(Session session, ServiceCall call, ServiceProfile profile, Sizing proposed) {
        this.session = session;
        this.call = call;
        this.profile = profile;
        this.proposed = proposed;
    }

    /** The fewest threads within 2 % of the best, of those that keep the objective. */
    static Optional<Candidate> smallest(ServiceCall call, Objective objective, List<PointSummary> points) {
        return Candidate.best(objective, points).flatMap(best -> Candidate.of(points).stream()
                .filter(each -> objective.isMetBy(each.p99Millis()))
                .filter(each -> each.throughput() >= MethodSearch.NEARLY * best.throughput())
                .min(Comparator.<Candidate>comparingInt(each -> threads(call, each.variant()))
                        .thenComparing(Comparator.comparingDouble(Candidate::throughput)
                                .reversed())));
    }

    /** Those that calls hold: without a thread per call the pools of the requests don't count. */
    private static int threads(ServiceCall call, Variant variant) {
        return variant.name().endsWith(Others.ASYNC)
                ? 0
                : CalibrationRuns.threads(call, variant).values().stream()
                        .mapToInt(Integer::intValue)
                        .sum();
    }

    MethodSearch.Found found(
            List<PointSummary> shortlist, List<PointSummary> finals, List<String> sentences, List<Table> tables) {
        tables.add(PoolComparison.table("Shortlist of " + call.word() + ", each once", shortlist));
        tables.add(compared(
                session,
                "Finals of " + call.word() + ", interleaved",
                "the answer is the fewest threads within 2 % of the best.",
                finals));
        Optional<Candidate> chosen = smallest(call, session.objective(), finals);
        List<PointSummary> ofPools = finals.stream()
                .filter(point -> threads(call, point.settings().variant()) > 0)
                .toList();
        Optional<Candidate> pools = smallest(call, session.objective(), ofPools);
        String answer = call.word() + ": "
                + chosen.map(this::describe)
                        .orElse("nothing on the shortlist kept "
                                + session.objective().describe() + " when it was measured again");
        if (chosen.isPresent() && pools.isPresent() && !pools.equals(chosen)) {
            answer += "; of thread pools " + describe(pools.get());
        }
        Sizing sizing = pools.or(() -> chosen)
                .map(each ->
                        new Sizing(CalibrationRuns.threads(call, each.variant()), PoolComparison.users(each.point())))
                .orElse(proposed);
        CpuModel here = CpuModel.inTurns(session.cores().serverCores());
        List<PointSummary> modelled = finals.stream()
                .filter(point -> isModelled(point.settings().variant()))
                .toList();
        ModelBeside beside = new ModelBeside(call, profile);
        tables.add(
                beside.table("Formula, simulation and measurement: " + call.word(), modelled, here, session.cores()));
        tables.add(sensitivities(sizing, here));
        Missed onFinals = beside.missed(modelled, here);
        List<List<String>> elsewhere = elsewhere(profile.missingToo(onFinals));
        tables.add(elsewhereTable(elsewhere, onFinals));
        List<String> row = new ArrayList<>(List.of(call.word()));
        row.addAll(summary(pools));
        row.add(chosen.filter(each -> !pools.equals(chosen))
                .map(each -> each.variant().name() + ": " + MethodSearch.figures(each))
                .orElse("these"));
        elsewhere.stream()
                .limit(1)
                .forEach(machine -> row.add(machine.get(1) + " under " + machine.get(2) + " users: " + machine.get(3)
                        + " TPS (" + machine.get(4) + " to " + machine.get(5) + ")"));
        return new MethodSearch.Found(answer, chosen, pools, List.copyOf(row), sentences, tables);
    }

    private List<String> summary(Optional<Candidate> pools) {
        return pools.map(each -> {
                    Estimate tps = interval(session, each.point());
                    return List.of(
                            each.variant().name(),
                            String.valueOf(PoolComparison.users(each.point())),
                            Figure.perSecond(tps.value()),
                            Figure.perSecond(tps.halfWidth()),
                            Figure.millis(each.p99Millis()));
                })
                .orElse(List.of("none keeps " + session.objective().describe(), "", "", "", ""));
    }

    /** The answers for all methods in one table. */
    static Table answers(List<List<String>> rows) {
        return new Table(
                "The answers",
                "Thread pools that served most within the objective, and what served even more without them: measured,"
                        + " mean TPS over the runs and half of its 95 % confidence interval. Pools for 4 cores:"
                        + " predicted, to be measured there.",
                List.of(
                        new Column("method", Origin.KEY),
                        new Column("pools", Origin.OURS),
                        new Column("users", Origin.OURS),
                        new Column("TPS", Origin.OURS),
                        new Column("+-", Origin.OURS),
                        new Column("TP99 ms", Origin.OURS),
                        new Column("best of all", Origin.OURS),
                        new Column(FOUR_CORES, Origin.PREDICTED)),
                rows.stream().map(SearchFindings::filled).toList());
    }

    /** The row of a method of which nothing is known. */
    static List<String> without(ServiceCall call, String why) {
        return filled(List.of(call.word(), why));
    }

    /** A machine without a proposal leaves its cell empty. */
    private static List<String> filled(List<String> row) {
        List<String> filled = new ArrayList<>(row);
        while (filled.size() < COLUMNS_OF_ANSWERS) {
            filled.add("");
        }
        return filled;
    }

    private static boolean isModelled(Variant variant) {
        return !variant.name().endsWith(Others.ASYNC) && !variant.name().endsWith("virtual threads");
    }

    private String describe(Candidate candidate) {
        Estimate tps = interval(session, candidate.point());
        return candidate.variant().name() + (threads(call, candidate.variant()) > 0 ? " threads" : "") + " under "
                + candidate.point().settings().load().demand().describe() + ", on average "
                + SearchExperiment.plusMinus(tps.value(), tps.halfWidth()) + " TPS (95 %, "
                + candidate.point().validRuns() + " runs), TP99 " + Figure.millis(candidate.p99Millis()) + " ms"
                + (candidate.point().suspectRuns() > 0 ? ", suspect: other work used the cores meanwhile" : "");
    }

    private static Estimate interval(Session session, PointSummary point) {
        double[] tps = session.runs().stream()
                .filter(run -> run.settings().equals(point.settings()))
                .filter(LabRun::isValid)
                .mapToDouble(run -> run.figures().throughputPerSecond())
                .toArray();
        return tps.length < 2 ? new Estimate(tps.length == 0 ? 0 : tps[0], Double.NaN) : Estimate.ofBatches(tps);
    }

    /** Points that were compared, each with the confidence interval of its throughput. */
    static Table compared(Session session, String title, String remark, List<PointSummary> finals) {
        List<List<String>> rows = new ArrayList<>();
        for (Candidate each : Candidate.of(finals)) {
            Estimate tps = interval(session, each.point());
            rows.add(List.of(
                    each.variant().name(),
                    each.point().settings().load().demand().describe(),
                    String.valueOf(each.point().validRuns()),
                    Figure.perSecond(tps.value()),
                    Figure.perSecond(tps.halfWidth()),
                    Figure.millis(each.figures().p99Millis().median()),
                    Figure.millis(each.figures().p99Millis().max())));
        }
        return new Table(
                title,
                "Mean TPS over the runs that count and half of its 95 % confidence interval; " + remark,
                List.of(
                        new Column("server", Origin.KEY),
                        new Column("load", Origin.OURS),
                        new Column("runs", Origin.OURS),
                        new Column("TPS", Origin.OURS),
                        new Column("+-", Origin.OURS),
                        new Column("TP99 ms", Origin.OURS),
                        new Column("worst TP99 ms", Origin.OURS)),
                rows);
    }

    private Table sensitivities(Sizing sizing, CpuModel here) {
        List<List<String>> rows = Sensitivity.of(new Question(
                        profile,
                        here,
                        sizing.threads(),
                        sizing.users(),
                        session.objective().p99LimitMillis()))
                .stream()
                .map(each -> List.of(
                        each.change(),
                        Figure.perSecond(each.tps()),
                        percent(each.gain()),
                        Figure.millis(each.p99Millis()),
                        each.sizes().map(call::label).orElse("")))
                .toList();
        return new Table(
                "What changes would do to " + call.word(),
                "Simulated with the calibrated profile for " + call.label(sizing.threads()) + " threads and "
                        + sizing.users() + " users; nothing of it was measured.",
                List.of(
                        new Column("change", Origin.KEY),
                        new Column("TPS", Origin.PREDICTED),
                        new Column("TPS %", Origin.PREDICTED),
                        new Column("TP99 ms", Origin.PREDICTED),
                        new Column("threads proposed then", Origin.PREDICTED)),
                rows);
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%+.1f", 100 * part);
    }

    private List<List<String>> elsewhere(ServiceProfile judged) {
        List<List<String>> rows = new ArrayList<>();
        row(FOUR_CORES, CpuModel.inTurns(ELSEWHERE_CORES), judged).ifPresent(rows::add);
        row(QUOTA_OF_FOUR, CpuModel.quota(ELSEWHERE_CORES, HOST_CORES), judged).ifPresent(rows::add);
        return rows;
    }

    private Table elsewhereTable(List<List<String>> rows, Missed onFinals) {
        return new Table(
                "Predicted for machines that are not here: " + call.word(),
                String.format(
                        Locale.ROOT,
                        "Not measured. The profile missed its own runs by up to %.1f %% in throughput and %.0f %% in TP99, and"
                                + " the finals, which it was not made from, by %.1f %% and %.0f %%: low and high are as far off"
                                + " as the larger one. What more cores change in a service it doesn't know.",
                        100 * profile.missed().tps(),
                        100 * profile.missed().p99(),
                        100 * onFinals.tps(),
                        100 * onFinals.p99()),
                List.of(
                        new Column("machine", Origin.KEY),
                        new Column("threads", Origin.PREDICTED),
                        new Column("users", Origin.PREDICTED),
                        new Column("TPS", Origin.PREDICTED),
                        new Column("low", Origin.PREDICTED),
                        new Column("high", Origin.PREDICTED),
                        new Column("TP99 ms", Origin.PREDICTED),
                        new Column("CPU %", Origin.PREDICTED)),
                rows);
    }

    private Optional<List<String>> row(String name, CpuModel machine, ServiceProfile judged) {
        Optional<PoolProposal> proposal = new Question(
                        judged,
                        machine,
                        Map.of(),
                        MOST_USERS,
                        session.objective().p99LimitMillis())
                .proposal();
        return proposal.map(found -> {
            Prediction predicted = Prediction.predict(judged, machine, found.threads(), found.users());
            return List.of(
                    name,
                    call.label(found.threads()),
                    String.valueOf(found.users()),
                    Figure.perSecond(predicted.tps()),
                    Figure.perSecond(predicted.tpsLow()),
                    Figure.perSecond(predicted.tpsHigh()),
                    Figure.millis(predicted.p99Millis()),
                    String.format(Locale.ROOT, "%.0f", predicted.result().cpu().percent()));
        });
    }
}
