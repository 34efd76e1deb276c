package dev.multipool.perf.search;

import dev.multipool.capacity.calibration.Prediction;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.calibration.ServiceProfile.Missed;
import dev.multipool.capacity.search.PoolProposal;
import dev.multipool.capacity.search.Sensitivity;
import dev.multipool.capacity.search.Sensitivity.Question;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.Interval;
import dev.multipool.laboratory.result.MethodAnswer;
import dev.multipool.laboratory.result.MethodAnswer.Hints;
import dev.multipool.laboratory.result.NextStep;
import dev.multipool.laboratory.result.NextStep.Action;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.NoRate;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.Shortfall;
import dev.multipool.laboratory.result.Shortfall.Condition;
import dev.multipool.laboratory.result.SustainableRate;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import dev.multipool.laboratory.result.TypicalRun;
import dev.multipool.laboratory.result.Verdict;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.calibration.CalibrationRuns;
import dev.multipool.perf.calibration.ModelBeside;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.service.ServiceCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a search's measurements, and the model beside them, tell. */
public final class SearchFindings {
    private static final int ELSEWHERE_CORES = 4;
    private static final int HOST_CORES = 64;
    /** A change that gains less is not worth a try. */
    private static final double WORTH_TRYING = 0.02;

    private static final int MOST_USERS = 1000;

    private final Session session;
    private final ServiceCall call;
    private final @Nullable ServiceProfile profile;

    /** Findings; without a profile those that need no model. */
    SearchFindings(Session session, ServiceCall call, @Nullable ServiceProfile profile) {
        this.session = session;
        this.call = call;
        this.profile = profile;
    }

    /**
     * What a search found for one method.
     *
     * @param answer for the result
     * @param pools the best of thread pools; empty when there is none
     * @param findings what else is to be told
     * @param tables figures side by side
     */
    public record MethodFindings(
            MethodAnswer answer, Optional<Candidate> pools, List<Finding> findings, List<Table> tables) {
        public MethodFindings {
            findings = List.copyOf(findings);
            tables = List.copyOf(tables);
        }
    }

    /**
     * Puts it together.
     *
     * @param finals points that were compared on a server that stayed
     * @param fresh what of them was measured on fresh processes, and lighter loads: what an answer rests on
     * @param earlier what came before the finals
     * @param served what is no pool of the service's and served most; measured once
     * @param rated what the finals decided on before its rate was searched; empty where they did not decide
     */
    MethodFindings assemble(
            List<PointSummary> shortlist,
            List<PointSummary> finals,
            List<PointSummary> fresh,
            List<PointSummary> earlier,
            Optional<Candidate> served,
            Optional<RatedAnswer> rated,
            List<Finding> findings) {
        List<Table> tables = new ArrayList<>();
        tables.add(PoolComparison.table("Shortlist of " + call.word() + ", each once", shortlist));
        tables.add(compared(
                "Finals of " + call.word() + ", interleaved",
                "what they choose is measured on fresh processes.",
                finals));
        if (!fresh.isEmpty()) {
            tables.add(compared(
                    "Fresh processes, " + call.word(),
                    "each window had a server of its own; the answer rests on these alone.",
                    fresh));
        }
        List<PointSummary> warm = finals.isEmpty() ? earlier : finals;
        List<PointSummary> known = fresh.isEmpty() ? warm : fresh;
        Optional<Candidate> pools = rated.flatMap(decided -> again(decided, known))
                .or(() -> AnswerSelection.choose(call, session.objective(), known));
        if (pools.isEmpty()) {
            return new MethodFindings(MethodAnswer.none(call.word(), whyNone(known)), pools, findings, tables);
        }
        Candidate best = pools.get();
        Optional<Candidate> other =
                served.filter(each -> AnswerSelection.NEARLY * each.throughput() > best.throughput());
        List<Shortfall> missing = fresh.isEmpty()
                ? List.of(new Shortfall(Condition.FRESH_PROCESSES, 0, Gate.FEWEST_WINDOWS))
                : Gate.findShortfalls(session.objective(), best.evidence());
        Model model = profile == null ? null : model(profile, best, finals.isEmpty() ? known : finals);
        if (model != null) {
            tables.addAll(model.tables());
        }
        MethodAnswer answer = new MethodAnswer(
                call.word(),
                missing.isEmpty() ? AnswerOutcome.ANSWER : AnswerOutcome.PROVISIONAL,
                new MethodAnswer.Settings(
                        described(
                                best,
                                rated.map(RatedAnswer::rate)
                                        .orElseGet(() -> SustainableRate.none(NoRate.CLOSED_LOOP_NOT_SURE))),
                        other.map(each -> described(each, null)).orElse(null)),
                missing,
                null,
                new Hints(
                        limit(best), next(other, AnswerSelection.findBetter(session.objective(), best, known), model)),
                new MethodAnswer.Prediction(
                        model == null ? null : model.predicted(), model == null ? null : model.missing()));
        return new MethodFindings(answer, pools, findings, tables);
    }

    private NoAnswer whyNone(List<PointSummary> known) {
        if (known.isEmpty()) {
            return NoAnswer.outOfTime();
        }
        return Candidate.of(known).isEmpty() ? NoAnswer.noWindowCounts() : NoAnswer.nothingKeeps(session.objective());
    }

    /** The same setting beside all runs that were made since. */
    private static Optional<Candidate> again(RatedAnswer decided, List<PointSummary> known) {
        return Candidate.of(known).stream()
                .filter(each -> each.point().settings().equals(decided.settings()))
                .findFirst();
    }

    private MethodAnswer.MeasuredSetting described(Candidate candidate, @Nullable SustainableRate rate) {
        return new MethodAnswer.MeasuredSetting(
                candidate.variant().name(),
                CalibrationRuns.threads(call, candidate.variant()),
                PoolComparison.users(candidate.point()),
                candidate.throughput(),
                candidate.p99Millis(),
                candidate.evidence(),
                rate == null ? null : rate.beside(candidate.throughput()));
    }

    /** By the last window of the setting whose server was watched; null when none was. */
    private @Nullable Verdict limit(Candidate chosen) {
        return TypicalRun.limit(session.runs(), chosen.point().settings()).orElse(null);
    }

    private static NextStep next(Optional<Candidate> other, Optional<Candidate> better, @Nullable Model model) {
        return better.map(each -> measured(Action.MEASURE_LONGER, each))
                .or(() -> other.map(each -> measured(Action.TRY_SERVER, each)))
                .or(() -> model == null ? Optional.empty() : model.bestChange())
                .orElseGet(NextStep::nothing);
    }

    private static NextStep measured(Action action, Candidate server) {
        return NextStep.measured(action, server, PoolComparison.users(server.point()));
    }

    /**
     * What the model adds.
     *
     * @param predicted for another machine; null when the profile misses too much, or nothing keeps the objective there
     * @param missing why there is no prediction
     * @param bestChange what would serve more
     */
    private record Model(
            List<Table> tables,
            MethodAnswer.@Nullable Predicted predicted,
            @Nullable Shortfall missing,
            Optional<NextStep> bestChange) {}

    private Model model(ServiceProfile known, Candidate best, List<PointSummary> finals) {
        Sizing sizing = new Sizing(CalibrationRuns.threads(call, best.variant()), PoolComparison.users(best.point()));
        CpuModel here = CpuModel.inTurns(session.cores().serverCores());
        List<PointSummary> modelled = finals.stream()
                .filter(point ->
                        AlternativeServers.isModelled(call, point.settings().variant()))
                .toList();
        ModelBeside beside = new ModelBeside(call, known);
        List<Table> tables = new ArrayList<>();
        tables.add(
                beside.table("Formula, simulation and measurement: " + call.word(), modelled, here, session.cores()));
        List<Sensitivity> changes = Sensitivity.of(new Question(
                known,
                here,
                sizing.threads(),
                sizing.users(),
                session.objective().limitMillis()));
        tables.add(sensitivities(sizing, changes));
        Missed onFinals = beside.missed(modelled, here);
        ServiceProfile judged = known.missingToo(onFinals);
        Optional<Shortfall> missing =
                Gate.findPredictionShortfall(judged.missed().tps());
        List<Elsewhere> elsewhere = missing.isPresent() ? List.of() : elsewhere(judged);
        if (!elsewhere.isEmpty()) {
            tables.add(elsewhereTable(elsewhere, known, onFinals));
        }
        return new Model(
                tables,
                elsewhere.stream()
                        .filter(each -> each.machine() == Machine.CORES)
                        .findFirst()
                        .map(this::predicted)
                        .orElse(null),
                missing.orElse(null),
                changes.stream()
                        .filter(each -> each.gain() > WORTH_TRYING
                                && session.objective().isMetBy(each.p99Millis()))
                        .max(Comparator.comparingDouble(Sensitivity::gain))
                        .map(each -> NextStep.predicted(each.change(), each.gain())));
    }

    private MethodAnswer.Predicted predicted(Elsewhere there) {
        Prediction figures = there.predicted();
        return new MethodAnswer.Predicted(
                ELSEWHERE_CORES,
                call.label(there.proposal().threads()),
                there.proposal().users(),
                figures.tps(),
                figures.tpsLow(),
                figures.tpsHigh());
    }

    /** Points that were compared, each with the confidence interval of its throughput. */
    public static Table compared(String title, String remark, List<PointSummary> finals) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Candidate each : Candidate.of(finals)) {
            Interval tps = each.evidence().throughputPerSecond();
            Interval p99 = each.evidence().p99Millis();
            rows.add(List.of(
                    Cell.word(each.variant().name()),
                    Cell.word(each.point().settings().load().demand().describe()),
                    Cell.word(each.point().validRuns() + " of " + each.point().runs()),
                    Cell.whole(tps == null ? each.throughput() : tps.mean()),
                    tps == null ? Cell.NOTHING : Cell.plusMinus(tps, Cell::whole),
                    Cell.millis(each.figures().percentiles().p99Millis().median()),
                    p99 == null ? Cell.NOTHING : Cell.plusMinus(p99, Cell::millis)));
        }
        return new Table(
                title,
                "Mean TPS over the windows that count, at equal speed of the cores, and half of its 95 % confidence"
                        + " interval; the same of TP99; " + remark,
                List.of(
                        new Column("server", Origin.KEY),
                        new Column("load", Origin.OURS),
                        new Column("windows", Origin.OURS),
                        new Column("TPS", Origin.OURS),
                        new Column("±", Origin.OURS),
                        new Column("TP99 ms", Origin.OURS),
                        new Column("± ms", Origin.OURS)),
                rows);
    }

    private Table sensitivities(Sizing sizing, List<Sensitivity> changes) {
        List<List<Cell>> rows = changes.stream()
                .map(each -> List.of(
                        Cell.word(each.change()),
                        Cell.whole(each.tps()),
                        Cell.change(each.gain()),
                        Cell.millis(each.p99Millis()),
                        Cell.word(each.sizes().map(call::label).orElse(""))))
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

    /** Machines that are not here. */
    private enum Machine {
        CORES(ELSEWHERE_CORES + " cores"),
        QUOTA("a quota of " + ELSEWHERE_CORES + " cores on " + HOST_CORES);

        private final String words;

        Machine(String words) {
            this.words = words;
        }

        private CpuModel model() {
            return this == CORES ? CpuModel.inTurns(ELSEWHERE_CORES) : CpuModel.quota(ELSEWHERE_CORES, HOST_CORES);
        }
    }

    /** What the model says of another machine. */
    private record Elsewhere(Machine machine, PoolProposal proposal, Prediction predicted) {}

    private List<Elsewhere> elsewhere(ServiceProfile judged) {
        return Stream.of(Machine.values())
                .flatMap(machine -> predict(machine, judged).stream())
                .toList();
    }

    private Optional<Elsewhere> predict(Machine machine, ServiceProfile judged) {
        return new Question(
                        judged,
                        machine.model(),
                        Map.of(),
                        MOST_USERS,
                        session.objective().limitMillis())
                .proposal()
                .map(found -> new Elsewhere(
                        machine, found, Prediction.predict(judged, machine.model(), found.threads(), found.users())));
    }

    private Table elsewhereTable(List<Elsewhere> machines, ServiceProfile known, Missed onFinals) {
        return new Table(
                "Predicted for machines that are not here: " + call.word(),
                String.format(
                        Locale.ROOT,
                        "Not measured. The profile missed its own runs by up to %.1f %% in throughput and %.0f %% in TP99."
                                + " It missed the finals, which it was not made from, by %.1f %% and %.0f %%. Low and high"
                                + " are as far off as the larger one. What more cores change in a service it doesn't know.",
                        100 * known.missed().tps(),
                        100 * known.missed().p99(),
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
                machines.stream().map(this::row).toList());
    }

    private List<Cell> row(Elsewhere there) {
        Prediction predicted = there.predicted();
        return List.of(
                Cell.word(there.machine().words),
                Cell.word(call.label(there.proposal().threads())),
                Cell.whole(there.proposal().users()),
                Cell.whole(predicted.tps()),
                Cell.whole(predicted.tpsLow()),
                Cell.whole(predicted.tpsHigh()),
                Cell.millis(predicted.p99Millis()),
                Cell.whole(predicted.result().cpu().percent()));
    }
}
