package dev.multipool.perf.experiment;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.PointSummary.PointFigures;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import dev.multipool.laboratory.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What points that were measured interleaved tell side by side. */
public final class PoolComparison {
    private static final List<String> FIGURES =
            List.of("load", "TPS", "TP50 ms", "TP90 ms", "TP99 ms", "TP99.9 ms", "failed/s", "server CPU");

    private PoolComparison() {}

    /** One row for each point, by the name of its server. */
    public static Table table(String title, List<PointSummary> points) {
        List<Column> columns = new ArrayList<>(List.of(new Column("server", Origin.KEY)));
        FIGURES.forEach(name -> columns.add(new Column(name, Origin.OURS)));
        return new Table(
                title,
                "Medians over the runs that count; server CPU in cores.",
                columns,
                points.stream().map(PoolComparison::row).toList());
    }

    private static List<Cell> row(PointSummary point) {
        Cell name = Cell.word(point.settings().variant().name());
        Cell load = Cell.word(point.settings().load().demand().describe());
        PointFigures figures = point.figures();
        if (figures == null) {
            return Cell.rowWithoutRuns(9, name, load);
        }
        return List.of(
                name,
                load,
                Cell.whole(figures.throughputPerSecond().median()),
                Cell.millis(figures.percentiles().p50Millis().median()),
                Cell.millis(figures.percentiles().p90Millis().median()),
                Cell.millis(figures.percentiles().p99Millis().median()),
                Cell.medianMillis(figures.percentiles().p999Millis()),
                Cell.whole(figures.failedPerSecond().median()),
                Cell.cores(figures.serverCpuCores()));
    }

    /** What each of them answered, all of one stage. */
    public static List<Finding> findings(List<PointSummary> points) {
        List<Candidate> counting = Candidate.of(points);
        return counting.isEmpty()
                ? points.stream()
                        .limit(1)
                        .map(point -> Finding.of(FindingCode.STAGE_WITHOUT_RUNS)
                                .about(Subject.STAGE, point.settings().place().stage()))
                        .toList()
                : counting.stream()
                        .map(candidate -> Finding.of(FindingCode.SERVER_MEASURED)
                                .about(
                                        Subject.STAGE,
                                        candidate.point().settings().place().stage())
                                .about(Subject.SERVER, candidate.variant().name())
                                .with(FindingFigure.CALLS_PER_SECOND, candidate.throughput())
                                .with(FindingFigure.P99_MILLIS, candidate.p99Millis()))
                        .toList();
    }

    /** The largest throughput of those that keep the objective; says so when none does, or when no run counts. */
    public static Answer answer(Session session, List<PointSummary> points, String when) {
        return Candidate.best(session.objective(), points)
                .map(best -> Answer.of(
                        session.objective(),
                        best,
                        session.cores(),
                        "largest throughput with " + session.objective().describe() + ", " + when + ": "
                                + best.variant().name() + " under "
                                + best.point().settings().load().demand().describe() + ", "
                                + Figure.perSecond(best.throughput()) + " TPS, TP99 "
                                + Figure.millis(best.p99Millis()) + " ms, measured on "
                                + session.cores().describeServerCores()))
                .orElseGet(() -> Answer.none(
                        session.objective(),
                        session.cores(),
                        nothing(session, points) + ", " + when + ", measured on "
                                + session.cores().describeServerCores()));
    }

    /** A load that was missed is one thing, a machine that let no run count another. */
    private static String nothing(Session session, List<PointSummary> points) {
        boolean noneCounts = points.stream().allMatch(point -> point.figures() == null);
        return noneCounts
                ? "no run counts"
                : "nothing kept " + session.objective().describe();
    }

    /** For people: {@code 1234 TPS, TP99 9.1 ms}. */
    public static String describeFigures(Candidate candidate) {
        return Figure.perSecond(candidate.throughput()) + " TPS, TP99 " + Figure.millis(candidate.p99Millis()) + " ms";
    }

    /** Users of a closed loop; 0 of an open one. */
    public static int users(PointSummary point) {
        return users(point.settings());
    }

    /** The same of what is to be run. */
    public static int users(RunSettings settings) {
        return settings.load().demand() instanceof ClosedLoop closed ? closed.users() : 0;
    }

    public static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
