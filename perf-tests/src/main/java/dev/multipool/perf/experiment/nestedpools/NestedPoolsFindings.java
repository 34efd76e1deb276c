package dev.multipool.perf.experiment.nestedpools;

import dev.multipool.capacity.published.PublishedTable;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
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
import java.util.Map;
import java.util.Optional;

/** What the runs with pairs of common and select pools tell. */
final class NestedPoolsFindings {
    private static final String COMMON = "common";
    private static final String SELECT = "select";

    private final Session session;
    private final List<PointSummary> crowded;
    private final List<LargestLoad> largest;
    private final List<PointSummary> confirmed;
    private final PointLedgers ledgers;

    /**
     * What was measured.
     *
     * @param crowded each pair under the published users
     * @param largest the largest load of each pair
     * @param confirmed these loads, measured again
     */
    NestedPoolsFindings(
            Session session, List<PointSummary> crowded, List<LargestLoad> largest, List<PointSummary> confirmed) {
        this.session = session;
        this.crowded = List.copyOf(crowded);
        this.largest = List.copyOf(largest);
        this.confirmed = List.copyOf(confirmed);
        this.ledgers = new PointLedgers(session.runs());
    }

    Findings findings() {
        return new Findings(
                answer(),
                crowded.stream().flatMap(point -> finding(point).stream()).toList(),
                List.of(
                        besidePublished(),
                        ledgers.threadStates("What the threads did under 100 users", crowded, List.of(COMMON, SELECT)),
                        largestLoads(),
                        ledgers.threadStates(
                                "What the threads did under the largest load", confirmed, List.of(COMMON, SELECT))));
    }

    private Answer answer() {
        return Candidate.best(session.objective(), confirmed)
                .map(best -> Answer.of(
                        session.objective(),
                        best,
                        session.cores(),
                        "largest load with " + session.objective().describe() + ": common,select "
                                + label(best.point()) + ", " + users(best.point()) + " users, "
                                + Figure.perSecond(best.throughput()) + " TPS, TP99 "
                                + Figure.millis(best.p99Millis()) + " ms, measured on "
                                + session.cores().describeServerCores()))
                .orElseGet(() -> Answer.none(
                        session.objective(),
                        session.cores(),
                        "no pair kept " + session.objective().describe()
                                + " under any load that was tried, measured on "
                                + session.cores().describeServerCores()));
    }

    /** What limits a pair, by the ledgers of its two pools. */
    private Optional<Finding> finding(PointSummary point) {
        return ledgers.of(point, COMMON).flatMap(common -> ledgers.of(point, SELECT)
                .filter(select -> common.busyThreads() > 0)
                .map(select -> Finding.of(FindingCode.NESTED_POOLS)
                        .about(Subject.POOLS, label(point))
                        .with(FindingFigure.USERS, users(point))
                        .with(
                                FindingFigure.COMMON_JOIN_SHARE,
                                common.threads().share(common.threads().joinWaitSeconds()))
                        .with(
                                FindingFigure.COMMON_IDLE_SHARE,
                                common.threads().share(common.threads().idleSeconds()))
                        .with(
                                FindingFigure.SELECT_IDLE_SHARE,
                                select.threads().share(select.threads().idleSeconds()))
                        .with(
                                FindingFigure.SELECT_THREADS_PER_COMMON_THREAD,
                                select.busyThreads() / common.busyThreads())));
    }

    private Table besidePublished() {
        PublishedTable published = PublishedTable.read("nested-pools");
        List<Column> columns =
                columns(List.of("common,select"), List.of("TPS", "users/TPS ms", "TP99 ms", "CPU %", "CPU ms/call"));
        for (String name : List.of("users", "TPS", "mean ms", "CPU %", "finding")) {
            columns.add(new Column(name, Origin.PUBLISHED));
        }
        return new Table(
                "100 users, beside the published configurations",
                PublishedBeside.caption(published, session.cores())
                        + " users/TPS is the mean response time of a closed loop.",
                columns,
                crowded.stream().map(point -> row(point, published)).toList());
    }

    private List<Cell> row(PointSummary point, PublishedTable published) {
        List<Cell> row = new ArrayList<>(List.of(Cell.word(label(point))));
        PointSummary.PointFigures figures = point.figures();
        if (figures == null) {
            row.addAll(Cell.rowWithoutRuns(5));
        } else {
            double throughput = figures.throughputPerSecond().median();
            Double cores = figures.serverCpuCores();
            row.addAll(List.of(
                    Cell.whole(throughput),
                    throughput > 0 ? Cell.millis(1000 * users(point) / throughput) : Cell.NOTHING,
                    Cell.millis(figures.percentiles().p99Millis().median()),
                    cores == null
                            ? Cell.NOTHING
                            : Cell.wholePercents(cores / session.cores().serverCores()),
                    cores == null || throughput <= 0 ? Cell.NOTHING : Cell.millis(1000 * cores / throughput)));
        }
        Map<String, String> theirs = published.rows().stream()
                .filter(cells -> label(point).equals(cells.get("common") + "," + cells.get("select")))
                .findFirst()
                .orElse(Map.of());
        for (String column : List.of("users", "tps", "mean_ms", "cpu_percent", "finding")) {
            row.add(Cell.published(theirs.get(column)));
        }
        return row;
    }

    private Table largestLoads() {
        return new Table(
                "Largest load with " + session.objective().describe(),
                "The service as it is, with a downstream of 1 ms. Users: the most of a closed loop that kept the"
                        + " objective while it was looked for; figures: of that load, measured again.",
                columns(List.of("server"), List.of("users", "broken by users", "TPS", "TP99 ms")),
                largest.stream().map(this::row).toList());
    }

    private List<Cell> row(LargestLoad load) {
        Optional<Candidate> again = Candidate.of(confirmed).stream()
                .filter(candidate -> candidate.variant().equals(load.variant()))
                .findFirst();
        return List.of(
                Cell.word(load.variant().name()),
                load.found().users() == 0
                        ? Cell.word("none")
                        : Cell.whole(load.found().users()),
                load.found().brokenBy().map(Cell::whole).orElse(Cell.word("none tried")),
                again.map(candidate -> Cell.whole(candidate.throughput())).orElse(Cell.NOTHING),
                again.map(candidate -> Cell.millis(candidate.p99Millis())).orElse(Cell.NOTHING));
    }

    private static List<Column> columns(List<String> keys, List<String> ours) {
        List<Column> columns = new ArrayList<>();
        keys.forEach(name -> columns.add(new Column(name, Origin.KEY)));
        ours.forEach(name -> columns.add(new Column(name, Origin.OURS)));
        return columns;
    }

    private static String label(PointSummary point) {
        return point.settings().place().label();
    }

    private static int users(PointSummary point) {
        return point.settings().load().demand() instanceof ClosedLoop closed ? closed.users() : 0;
    }
}
