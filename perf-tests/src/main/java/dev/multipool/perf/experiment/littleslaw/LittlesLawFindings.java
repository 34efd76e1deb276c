package dev.multipool.perf.experiment.littleslaw;

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
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.PointLedgers;
import dev.multipool.perf.published.PublishedBeside;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the four runs and the buffers tell. */
final class LittlesLawFindings {
    private static final String POOL = "business";
    private static final double PUBLISHED_SECONDS = 30;
    private static final double RULE = 1.2;

    private final Session session;
    private final List<PointSummary> published;
    private final Optional<BufferedPools> buffers;
    private final PointLedgers ledgers;

    /**
     * What was measured.
     *
     * @param published the four runs
     * @param buffers the pools under random arrivals; empty when the mean could not be learned
     */
    LittlesLawFindings(Session session, List<PointSummary> published, Optional<BufferedPools> buffers) {
        this.session = session;
        this.published = List.copyOf(published);
        this.buffers = buffers;
        this.ledgers = new PointLedgers(session.runs());
    }

    Findings findings() {
        List<Finding> findings = new ArrayList<>();
        published.forEach(point -> ledgers.of(point, POOL).ifPresent(ledger -> findings.add(finding(point, ledger))));
        List<Table> tables = new ArrayList<>(List.of(
                besidePublished(),
                ledgers.threadStates("What the threads did in the four runs", published, List.of(POOL))));
        buffers.ifPresent(found -> {
            findings.addAll(findings(found));
            tables.add(table(found));
        });
        return new Findings(answer(), findings, tables);
    }

    private Answer answer() {
        List<PointSummary> points = buffers.map(BufferedPools::points).orElse(List.of());
        String where = ", measured on " + session.cores().describeServerCores();
        return Candidate.smallestOfTheBest(session.objective(), points)
                .map(best -> Answer.of(
                        session.objective(),
                        best,
                        session.cores(),
                        "smallest pool for random arrivals with "
                                + session.objective().describe() + ": "
                                + best.pool().describe() + where))
                .orElseGet(() -> Answer.none(
                        session.objective(),
                        session.cores(),
                        "no pool kept " + session.objective().describe()
                                + ", as each call waits for 30 ms by itself"
                                + ruled().map(rule -> "; a pool of the mean and 20 % more, "
                                                + rule.pool().threads() + " threads, had TP99 "
                                                + Figure.millis(rule.p99Millis()) + " ms")
                                        .orElse("")
                                + where));
    }

    private Optional<Candidate> ruled() {
        return buffers.flatMap(found -> Candidate.of(found.points()).stream()
                .filter(candidate -> candidate.pool().threads() == BufferedPools.size(found.mean(), RULE))
                .findFirst());
    }

    private static Finding finding(PointSummary point, PoolLedger ledger) {
        PublishedRun run = run(point);
        return Finding.of(FindingCode.DEAD_TIME)
                .about(Subject.CASE, run.label())
                .with(FindingFigure.RUN_NUMBER, run.number())
                .with(FindingFigure.ACTIVE_REQUESTS, ledger.activeTasks())
                .with(FindingFigure.DEAD_TIME_SHARE, ledger.deadTimeRatio())
                .with(
                        FindingFigure.EXPECTED_DEAD_TIME_SHARE,
                        1 - (double) Math.min(run.threads(), run.clients()) / run.clients());
    }

    private List<Finding> findings(BufferedPools found) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.of(FindingCode.MEAN_ACTIVE_REQUESTS)
                .with(FindingFigure.ACTIVE_REQUESTS, found.mean())
                .with(FindingFigure.THREADS, BufferedPools.size(found.mean(), 1))
                .with(FindingFigure.THREADS_WITH_SPARE, BufferedPools.size(found.mean(), RULE)));
        ruled().flatMap(candidate -> ledgers.of(candidate.point(), POOL))
                .ifPresent(ledger -> findings.add(Finding.of(FindingCode.SPARE_THREADS)
                        .with(
                                FindingFigure.BUSY_SHARE,
                                ledger.threads().share(ledger.threads().busySeconds()))
                        .with(FindingFigure.DEAD_TIME_SHARE, ledger.deadTimeRatio())
                        .with(FindingFigure.QUEUE_MILLIS, ledger.meanQueueMillis())));
        return findings;
    }

    private Table besidePublished() {
        PublishedTable table = PublishedTable.read("littles-law");
        List<Column> columns = new ArrayList<>(List.of(new Column("run", Origin.KEY)));
        for (String name : List.of("active requests", "dead time %", "retired in 30 s", "CPU %")) {
            columns.add(new Column(name, Origin.OURS));
        }
        for (String name : List.of("active requests", "dead time %", "retired in 30 s")) {
            columns.add(new Column(name, Origin.PUBLISHED));
        }
        return new Table(
                "The four runs, beside the published ones",
                PublishedBeside.caption(table, session.cores())
                        + " Our active requests and dead time are from the pool's MXBean; retired is our rate x 30 s.",
                columns,
                published.stream().map(point -> row(point, table)).toList());
    }

    private List<Cell> row(PointSummary point, PublishedTable table) {
        PublishedRun run = run(point);
        List<Cell> row = new ArrayList<>(List.of(Cell.word(run.label())));
        PointSummary.PointFigures figures = point.figures();
        Optional<PoolLedger> ledger = ledgers.of(point, POOL);
        if (figures == null || ledger.isEmpty()) {
            row.addAll(Cell.rowWithoutRuns(4));
        } else {
            Double cores = figures.serverCpuCores();
            row.addAll(List.of(
                    Cell.hundredths(ledger.get().activeTasks()),
                    Cell.percents(ledger.get().deadTimeRatio()),
                    Cell.whole(PUBLISHED_SECONDS * figures.throughputPerSecond().median()),
                    cores == null
                            ? Cell.NOTHING
                            : Cell.wholePercents(cores / session.cores().serverCores())));
        }
        Map<String, String> theirs =
                table.row("experiment", String.valueOf(run.number())).orElse(Map.of());
        for (String column : List.of("active_requests", "dead_time_ratio_percent", "retired")) {
            row.add(Cell.published(theirs.get(column)));
        }
        return row;
    }

    private Table table(BufferedPools found) {
        List<Column> columns = new ArrayList<>(List.of(new Column("threads", Origin.KEY)));
        for (String name : List.of("of the mean", "busy %", "dead time %", "queue ms", "TP50 ms", "TP99 ms", "TPS")) {
            columns.add(new Column(name, Origin.OURS));
        }
        return new Table(
                "Pools for random arrivals",
                "The mean number of active requests was " + decimal(found.mean()) + ". Poisson arrivals, "
                        + found.points().get(0).settings().load().demand().describe()
                        + "; response times count from when a call was due.",
                columns,
                found.points().stream().map(point -> row(point, found)).toList());
    }

    private List<Cell> row(PointSummary point, BufferedPools found) {
        int threads = point.settings().requirePool().threads();
        PointSummary.PointFigures figures = point.figures();
        Optional<PoolLedger> ledger = ledgers.of(point, POOL);
        if (figures == null || ledger.isEmpty()) {
            return Cell.rowWithoutRuns(8, Cell.whole(threads));
        }
        return List.of(
                Cell.whole(threads),
                Cell.hundredths(threads / found.mean()),
                Cell.percents(
                        ledger.get().threads().share(ledger.get().threads().busySeconds())),
                Cell.percents(ledger.get().deadTimeRatio()),
                Cell.millis(ledger.get().meanQueueMillis()),
                Cell.millis(figures.percentiles().p50Millis().median()),
                Cell.millis(figures.percentiles().p99Millis().median()),
                Cell.whole(figures.throughputPerSecond().median()));
    }

    private static PublishedRun run(PointSummary point) {
        return PublishedRun.ALL.stream()
                .filter(run -> run.label().equals(point.settings().place().label()))
                .findFirst()
                .orElseThrow();
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
