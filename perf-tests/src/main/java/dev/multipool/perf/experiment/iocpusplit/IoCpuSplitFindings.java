package dev.multipool.perf.experiment.iocpusplit;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.PointLedgers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which layout and which split won at each ratio of work. */
final class IoCpuSplitFindings {
    private static final String IO_CPU = "io-cpu ";
    /** Throughputs closer than this are the same. */
    private static final double SAME_WITHIN = 0.02;

    private final Session session;
    private final List<SplitComparison> comparisons;

    IoCpuSplitFindings(Session session, List<SplitComparison> comparisons) {
        this.session = session;
        this.comparisons = List.copyOf(comparisons);
    }

    Findings findings() {
        List<Finding> findings = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        PointLedgers ledgers = new PointLedgers(session.runs());
        for (SplitComparison comparison : comparisons) {
            findings.addAll(findings(comparison));
            tables.add(table(comparison));
            tables.add(ledgers.threadStates(
                    comparison.work().stage() + ": what the threads did",
                    comparison.points(),
                    List.of("io", "cpu", "common", "select")));
        }
        return new Findings(answer(), findings, tables);
    }

    /** The winner of the ratio in the middle: the three are three services, and no pools are the best for all. */
    private Answer answer() {
        SplitComparison middle = comparisons.get(comparisons.size() / 2);
        String where =
                middle.work().stage() + ", measured on " + session.cores().describeServerCores();
        return Candidate.best(session.objective(), middle.points())
                .map(best -> Answer.of(
                        session.objective(),
                        best,
                        session.cores(),
                        "largest throughput with " + session.objective().describe() + ": "
                                + best.variant().name() + ", " + Figure.perSecond(best.throughput()) + " TPS, TP99 "
                                + Figure.millis(best.p99Millis()) + " ms, at " + where))
                .orElseGet(() -> Answer.none(
                        session.objective(),
                        session.cores(),
                        "no pools kept " + session.objective().describe() + " at " + where
                                + best(middle.points(), "")
                                        .map(best -> "; the largest throughput was "
                                                + best.variant().name() + "'s, "
                                                + Figure.perSecond(best.throughput()) + " TPS")
                                        .orElse("")));
    }

    private static List<Finding> findings(SplitComparison comparison) {
        String stage = comparison.work().stage();
        Optional<Candidate> winner = best(comparison.points(), "");
        Optional<Candidate> split = best(comparison.points(), IO_CPU);
        if (winner.isEmpty() || split.isEmpty()) {
            return List.of(Finding.of(FindingCode.STAGE_WITHOUT_RUNS).about(Subject.STAGE, stage));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.of(FindingCode.BEST_OF_THE_STAGE)
                .about(Subject.STAGE, stage)
                .about(Subject.SERVER, winner.get().variant().name())
                .about(Subject.OTHER_SERVER, split.get().variant().name())
                .with(FindingFigure.CALLS_PER_SECOND, winner.get().throughput())
                .with(FindingFigure.OF_BEST_SHARE, share(split.get(), winner.get())));
        rule(comparison)
                .ifPresent(rule -> findings.add(Finding.of(
                                rule.throughput() >= split.get().throughput() * (1 - SAME_WITHIN)
                                        ? FindingCode.RULE_FOUND_BEST_SPLIT
                                        : FindingCode.RULE_MISSED_BEST_SPLIT)
                        .about(Subject.STAGE, stage)
                        .about(Subject.SERVER, rule.variant().name())
                        .with(FindingFigure.OF_BEST_SHARE, share(rule, winner.get()))
                        .with(FindingFigure.OF_BEST_SPLIT_SHARE, share(rule, split.get()))));
        return findings;
    }

    private static Table table(SplitComparison comparison) {
        List<Column> columns = new ArrayList<>(List.of(new Column("pools", Origin.KEY)));
        for (String name : List.of("TPS", "of the most", "TP50 ms", "TP99 ms", "server CPU", "remark")) {
            columns.add(new Column(name, Origin.OURS));
        }
        Optional<Candidate> winner = best(comparison.points(), "");
        return new Table(
                comparison.work().stage(),
                "In brackets: threads of io and cpu, or of common and select. The ratio is of the time asked for;"
                        + " hand-offs and reads of Redis cost CPU time of their own.",
                columns,
                comparison.points().stream()
                        .map(point -> row(comparison, point, winner))
                        .toList());
    }

    private static List<Cell> row(SplitComparison comparison, PointSummary point, Optional<Candidate> winner) {
        String name = point.settings().variant().name();
        PointSummary.PointFigures figures = point.figures();
        if (figures == null) {
            return Cell.rowWithoutRuns(7, Cell.word(name));
        }
        double throughput = figures.throughputPerSecond().median();
        return List.of(
                Cell.word(name),
                Cell.whole(throughput),
                winner.map(most -> Cell.percent(throughput / most.throughput())).orElse(Cell.NOTHING),
                Cell.millis(figures.percentiles().p50Millis().median()),
                Cell.millis(figures.percentiles().p99Millis().median()),
                Cell.cores(figures.serverCpuCores()),
                comparison.rule().equals(point.settings().variant()) ? Cell.word("rule of thumb") : Cell.NOTHING);
    }

    private static Optional<Candidate> rule(SplitComparison comparison) {
        return Candidate.of(comparison.points()).stream()
                .filter(candidate -> candidate.variant().equals(comparison.rule()))
                .findFirst();
    }

    private static Optional<Candidate> best(List<PointSummary> points, String namePrefix) {
        return Candidate.of(points).stream()
                .filter(candidate -> candidate.variant().name().startsWith(namePrefix))
                .max(Comparator.comparingDouble(Candidate::throughput));
    }

    private static double share(Candidate part, Candidate whole) {
        return part.throughput() / whole.throughput();
    }
}
