package dev.multipool.perf.experiment.overload;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.perf.experiment.FailureCounts;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.own.OwnServer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the comparisons under overload tell, in tables, findings and one answer. */
final class OverloadFindings {
    /** Goodput of the best hand-tuned pool that a server which tunes itself should reach. */
    private static final double GOAL = 0.95;

    private final Objective objective;
    private final List<OverloadComparison> comparisons;
    private final List<LabRun> runs;

    /**
     * The findings of comparisons.
     *
     * @param runs all that were made
     */
    OverloadFindings(Objective objective, List<OverloadComparison> comparisons, List<LabRun> runs) {
        this.objective = objective;
        this.comparisons = List.copyOf(comparisons);
        this.runs = List.copyOf(runs);
    }

    /** The server that keeps the objective in every window that counts, under every overload; of several, the one whose worst ratio is the best. */
    Answer answer(CorePlan cores) {
        return names().stream()
                .filter(name -> comparisons.stream().allMatch(comparison -> keeps(comparison, name)))
                .max(Comparator.comparingDouble(this::worstRatio))
                .map(name -> {
                    Candidate first = candidate(comparisons.get(0), name).orElseThrow();
                    return Answer.of(objective, first, cores, sentence(name, cores));
                })
                .orElseGet(() -> Answer.none(
                        objective,
                        cores,
                        "no server kept " + objective.describe() + " under every overload, measured on "
                                + cores.describeServerCores()));
    }

    private String sentence(String name, CorePlan cores) {
        return "under overload with " + objective.describe() + ": " + name + ", "
                + comparisons.stream()
                        .map(comparison -> candidate(comparison, name).orElseThrow())
                        .map(candidate -> Figure.perSecond(candidate.goodput()) + " good calls/s and TP99 "
                                + Figure.millis(worstP99Millis(candidate)) + " ms at worst in the "
                                + candidate.point().settings().place().stage())
                        .collect(Collectors.joining("; "))
                + ", measured on " + cores.describeServerCores();
    }

    /** For each overload and each server: its goodput as a share of the hand-tuned pool's, and its TP99. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (OverloadComparison comparison : comparisons) {
            for (PointSummary point : comparison.points()) {
                String name = point.settings().variant().name();
                if (!name.equals(comparison.handTuned())) {
                    findings.add(finding(comparison, name));
                }
            }
        }
        return findings;
    }

    private Finding finding(OverloadComparison comparison, String name) {
        Optional<Candidate> found = candidate(comparison, name);
        Double ratio = ratio(comparison, name);
        if (found.isEmpty() || ratio == null) {
            return Finding.of(FindingCode.SERVER_WITHOUT_RUNS)
                    .about(Subject.STAGE, comparison.name())
                    .about(Subject.SERVER, name);
        }
        boolean reached = ratio >= GOAL;
        FindingCode code = keeps(comparison, name)
                ? reached ? FindingCode.OVERLOAD_LIMIT_AND_GOAL_KEPT : FindingCode.OVERLOAD_ONLY_LIMIT_KEPT
                : reached ? FindingCode.OVERLOAD_ONLY_GOAL_KEPT : FindingCode.OVERLOAD_NEITHER_KEPT;
        return Finding.of(code)
                .about(Subject.STAGE, comparison.name())
                .about(Subject.SERVER, name)
                .about(Subject.OTHER_SERVER, comparison.handTuned())
                .with(FindingFigure.OF_OTHER_SHARE, ratio)
                .with(FindingFigure.P99_MILLIS, found.get().p99Millis())
                .with(FindingFigure.WORST_P99_MILLIS, worstP99Millis(found.get()))
                .with(
                        FindingFigure.KEPT_SECONDS_SHARE,
                        secondsKept(found.get().point()).share())
                .with(FindingFigure.LIMIT_MILLIS, objective.limitMillis())
                .with(FindingFigure.GOAL_SHARE, GOAL);
    }

    /** One row for each server. */
    Table table(OverloadComparison comparison) {
        List<Column> columns = new ArrayList<>(List.of(new Column("server", Origin.KEY)));
        for (String name : List.of(
                "goodput/s",
                "of hand-tuned",
                "TP50 ms",
                "TP99 ms",
                "worst window's TP99 ms",
                "seconds that keep the limit",
                "failed/s",
                "failed, as the generator saw",
                "rejected, as the server saw",
                "server CPU")) {
            columns.add(new Column(name, Origin.OURS));
        }
        return new Table(
                PoolComparison.capital(comparison.name()),
                "Hand-tuned: " + comparison.handTuned()
                        + ". A second keeps the limit when its own TP99 is below it; seconds that a stall of the"
                        + " machine disturbed are left out. Failed calls by code in the measured windows of the runs that"
                        + " count; the server's own counts, by its reasons, are of whole runs with their warm-up.",
                columns,
                comparison.points().stream()
                        .map(point -> row(comparison, point))
                        .toList());
    }

    private List<Cell> row(OverloadComparison comparison, PointSummary point) {
        String name = point.settings().variant().name();
        PointSummary.PointFigures figures = point.figures();
        if (figures == null) {
            return Cell.rowWithoutRuns(11, Cell.word(name));
        }
        Double ratio = ratio(comparison, name);
        SecondsKept seconds = secondsKept(point);
        FailureCounts failures = new FailureCounts(point, runs);
        return List.of(
                Cell.word(name),
                Cell.whole(figures.goodputPerSecond().median()),
                ratio == null ? Cell.NOTHING : Cell.percentWithDecimal(ratio),
                Cell.millis(figures.percentiles().p50Millis().median()),
                Cell.millis(figures.percentiles().p99Millis().median()),
                Cell.millis(figures.percentiles().p99Millis().max()),
                seconds.seconds() == 0
                        ? Cell.NOTHING
                        : Cell.word(Cell.percent(seconds.share()).text() + " of " + seconds.seconds()),
                Cell.whole(figures.failedPerSecond().median()),
                Cell.word(failures.byCode()),
                Cell.word(failures.byServersReason()),
                Cell.cores(figures.serverCpuCores()));
    }

    private List<String> names() {
        // the hand-tuned pools of two overloads may differ: only a server that was in all of them can be the answer
        return comparisons.stream()
                .flatMap(comparison -> comparison.points().stream())
                .map(PointSummary::settings)
                .map(RunSettings::variant)
                // no setting of the server brings another library's limiter
                .filter(variant -> !variant.server().containsKey(OwnServer.LIMITER))
                .map(Variant::name)
                .distinct()
                .toList();
    }

    private boolean keeps(OverloadComparison comparison, String name) {
        return candidate(comparison, name)
                .filter(candidate -> objective.isMetBy(worstP99Millis(candidate)))
                .isPresent();
    }

    /** Under overload a limit is kept in every window or not at all: callers meet the worst one, too. */
    private static double worstP99Millis(Candidate candidate) {
        return candidate.figures().percentiles().p99Millis().max();
    }

    private SecondsKept secondsKept(PointSummary point) {
        return SecondsKept.of(point, runs, objective);
    }

    private double worstRatio(String name) {
        return comparisons.stream()
                .mapToDouble(comparison -> {
                    Double ratio = ratio(comparison, name);
                    return ratio == null ? 0 : ratio;
                })
                .min()
                .orElse(0);
    }

    private static @Nullable Double ratio(OverloadComparison comparison, String name) {
        Optional<Candidate> base = candidate(comparison, comparison.handTuned());
        Optional<Candidate> own = candidate(comparison, name);
        return base.isEmpty() || own.isEmpty() || base.get().goodput() <= 0
                ? null
                : own.get().goodput() / base.get().goodput();
    }

    private static Optional<Candidate> candidate(OverloadComparison comparison, String name) {
        return Candidate.of(comparison.points()).stream()
                .filter(candidate -> candidate.variant().name().equals(name))
                .findFirst();
    }
}
