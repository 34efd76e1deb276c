package dev.multipool.perf.experiment.isolation;

import dev.multipool.capacity.published.PublishedTable;
import dev.multipool.laboratory.process.PoolLedger;
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
import dev.multipool.laboratory.result.PointSummary.PointFigures;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.FailureCounts;
import dev.multipool.perf.experiment.PointLedgers;
import dev.multipool.perf.published.PublishedBeside;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the 11 cases tell. */
final class IsolationFindings {
    private static final String SERVER_POOL = "business";
    private static final String BULKHEAD = "mock";

    private final Session session;
    private final List<PointSummary> points;
    private final double pauseSeconds;
    private final PointLedgers ledgers;

    /**
     * What was measured.
     *
     * @param points the cases
     * @param pauseSeconds of a user after a reject
     */
    IsolationFindings(Session session, List<PointSummary> points, double pauseSeconds) {
        this.session = session;
        this.points = List.copyOf(points);
        this.pauseSeconds = pauseSeconds;
        this.ledgers = new PointLedgers(session.runs());
    }

    Findings findings() {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i + 1 < points.size(); i += 2) {
            cost(points.get(i), points.get(i + 1)).ifPresent(findings::add);
        }
        points.stream()
                .filter(point -> of(point).overfull())
                .flatMap(point -> excess(point).stream())
                .forEach(findings::add);
        return new Findings(answer(), findings, List.of(besidePublished(), rejects()));
    }

    /** Of the cases that keep the objective the isolated one with the largest throughput: the others protect nothing. */
    private Answer answer() {
        List<PointSummary> isolated =
                points.stream().filter(point -> of(point).isolated()).toList();
        return Candidate.best(session.objective(), isolated)
                .map(best -> Answer.of(
                        session.objective(),
                        best,
                        session.cores(),
                        "a bulkhead of 10 threads kept " + session.objective().describe() + ": "
                                + Figure.perSecond(best.throughput()) + " TPS, TP99 " + Figure.millis(best.p99Millis())
                                + " ms in case "
                                + best.point().settings().place().label() + ", measured on "
                                + session.cores().describeServerCores()))
                .orElseGet(() -> Answer.none(
                        session.objective(),
                        session.cores(),
                        "no isolated case kept " + session.objective().describe() + ", measured on "
                                + session.cores().describeServerCores()));
    }

    /** A native and an isolated case that differ in nothing else. */
    private static Optional<Finding> cost(PointSummary one, PointSummary other) {
        PublishedCase bare = of(one);
        PublishedCase behind = of(other);
        PointFigures without = one.figures();
        PointFigures with = other.figures();
        if (bare.isolated()
                || !behind.isolated()
                || bare.users() != behind.users()
                || without == null
                || with == null) {
            return Optional.empty();
        }
        double before = without.throughputPerSecond().median();
        double after = with.throughputPerSecond().median();
        Double cpuBefore = without.serverCpuCores();
        Double cpuAfter = with.serverCpuCores();
        Finding cost = Finding.of(FindingCode.BULKHEAD_COST)
                .with(FindingFigure.DEPENDENCY_MILLIS, bare.sleepMillis())
                .with(FindingFigure.CALLS_PER_SECOND, after)
                .with(FindingFigure.OTHER_CALLS_PER_SECOND, before)
                .with(FindingFigure.THROUGHPUT_CHANGE, after / before - 1)
                .with(FindingFigure.POSSIBLE_CALLS_PER_SECOND, 1000.0 * bare.users() / bare.sleepMillis());
        return Optional.of(
                cpuBefore == null || cpuAfter == null
                        ? cost
                        : cost.with(FindingFigure.CPU_MILLIS_PER_CALL, 1000 * cpuAfter / after)
                                .with(FindingFigure.OTHER_CPU_MILLIS_PER_CALL, 1000 * cpuBefore / before));
    }

    private Optional<Finding> excess(PointSummary point) {
        PointFigures figures = point.figures();
        Optional<PoolLedger> served = served(point);
        if (figures == null || served.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Finding.of(FindingCode.REJECTS_SEEN)
                .about(Subject.CASE, point.settings().place().label())
                .with(FindingFigure.ANSWERED_SHARE, success(figures))
                .with(FindingFigure.CLIENT_MEAN_MILLIS, meanOfAll(point, figures))
                .with(FindingFigure.SERVER_MEAN_MILLIS, served.get().meanServiceMillis())
                .with(
                        FindingFigure.CLIENT_REJECTS_PER_SECOND,
                        figures.failedPerSecond().median())
                .with(FindingFigure.SERVER_REJECTS_PER_SECOND, rejections(point)));
    }

    private Table besidePublished() {
        PublishedTable published = PublishedTable.read("hystrix-isolation");
        List<Column> columns = new ArrayList<>(List.of(new Column("case", Origin.KEY)));
        for (String name : List.of("TPS", "TP50 ms", "TP99 ms", "TP99.9 ms", "CPU %")) {
            columns.add(new Column(name, Origin.OURS));
        }
        columns.add(new Column("TPS", Origin.PUBLISHED));
        return new Table(
                "The 11 cases, beside the published ones",
                PublishedBeside.caption(published, session.cores())
                        + " Published TPS holds rejected calls, too; in cases 1 to 8 there are none.",
                columns,
                points.stream().map(point -> row(point, published)).toList());
    }

    private List<Cell> row(PointSummary point, PublishedTable published) {
        List<Cell> row =
                new ArrayList<>(List.of(Cell.word(point.settings().place().label())));
        PointFigures figures = point.figures();
        if (figures == null) {
            row.addAll(Cell.rowWithoutRuns(5));
        } else {
            Double cores = figures.serverCpuCores();
            row.addAll(List.of(
                    Cell.tenths(figures.throughputPerSecond().median()),
                    Cell.millis(figures.percentiles().p50Millis().median()),
                    Cell.millis(figures.percentiles().p99Millis().median()),
                    Cell.medianMillis(figures.percentiles().p999Millis()),
                    cores == null
                            ? Cell.NOTHING
                            : Cell.percents(cores / session.cores().serverCores())));
        }
        Map<String, String> theirs =
                published.row("case", String.valueOf(of(point).number())).orElse(Map.of());
        row.add(Cell.published(theirs.get("rps")));
        return row;
    }

    private Table rejects() {
        List<Column> columns = new ArrayList<>(List.of(new Column("case", Origin.KEY)));
        for (String name : List.of(
                "answered %",
                "client's mean of all ms",
                "server's mean ms",
                "rejects/s, client",
                "rejects/s, server pool",
                "rejects/s, bulkhead",
                "server's rejections")) {
            columns.add(new Column(name, Origin.OURS));
        }
        return new Table(
                "Who sees the rejects",
                "The client's mean is over rejected calls, too. Rejects per second of the server are of its pools' ledgers, in"
                        + " the middle of the measured windows; the client's are of the whole windows. The server's rejections"
                        + " are by its reasons, from its start to its stop.",
                columns,
                points.stream().map(this::rejects).toList());
    }

    private List<Cell> rejects(PointSummary point) {
        String label = point.settings().place().label();
        PointFigures figures = point.figures();
        if (figures == null) {
            return Cell.rowWithoutRuns(8, Cell.word(label));
        }
        return List.of(
                Cell.word(label),
                Cell.percents(success(figures)),
                Cell.millis(meanOfAll(point, figures)),
                served(point)
                        .map(ledger -> Cell.millis(ledger.meanServiceMillis()))
                        .orElse(Cell.NOTHING),
                Cell.whole(figures.failedPerSecond().median()),
                rejections(point, SERVER_POOL),
                rejections(point, BULKHEAD),
                Cell.word(new FailureCounts(point, session.runs()).byServersReason()));
    }

    /** Little's law: each user is always in a call or in a pause after a reject. */
    private double meanOfAll(PointSummary point, PointFigures figures) {
        double rejected = figures.failedPerSecond().median();
        double all = figures.throughputPerSecond().median() + rejected;
        return all > 0 ? 1000 * (of(point).users() - rejected * pauseSeconds) / all : 0;
    }

    private static double success(PointFigures figures) {
        double answered = figures.throughputPerSecond().median();
        double all = answered + figures.failedPerSecond().median();
        return all > 0 ? answered / all : 0;
    }

    /** The pool that called the dependency. */
    private Optional<PoolLedger> served(PointSummary point) {
        return ledgers.of(point, of(point).isolated() ? BULKHEAD : SERVER_POOL);
    }

    private Cell rejections(PointSummary point, String pool) {
        return ledgers.of(point, pool)
                .map(ledger -> Cell.whole(ledger.rejectionsPerSecond()))
                .orElse(Cell.NOTHING);
    }

    private double rejections(PointSummary point) {
        return List.of(SERVER_POOL, BULKHEAD).stream()
                .flatMap(pool -> ledgers.of(point, pool).stream())
                .mapToDouble(PoolLedger::rejectionsPerSecond)
                .sum();
    }

    private static PublishedCase of(PointSummary point) {
        return PublishedCase.ALL.stream()
                .filter(each -> each.label().equals(point.settings().place().label()))
                .findFirst()
                .orElseThrow();
    }
}
