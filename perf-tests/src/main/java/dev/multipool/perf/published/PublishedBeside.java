package dev.multipool.perf.published;

import dev.multipool.capacity.published.PublishedTable;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.PointSummary.PointFigures;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Our points beside a published table, joined where both have a row for the same value of one key, such as a pool size.
 * Columns say whose they are, the caption on which machine; nothing is scaled.
 */
public final class PublishedBeside {
    private static final String CAUTION =
            " Not comparable number by number: other processor, framework and network, and another load in each row.";

    private PublishedBeside() {}

    /** For a table that has published figures beside ours: whose they are, and that machines differ. */
    public static String caption(PublishedTable published, CorePlan cores) {
        return "Ours: measured on " + cores.describeServerCores() + ". " + published.describe() + CAUTION;
    }

    /** Points of fixed pools with a queue, by threads. */
    public static Table fixedWithQueue(List<PointSummary> points, CorePlan cores) {
        return of(
                "Beside the published fixed pool with queue",
                new Key("threads", "threads", point -> point.settings()
                        .requirePool()
                        .threads()),
                points,
                PublishedTable.read("jsf-fixed-queue"),
                columns("users", "max_users"),
                cores);
    }

    /** Points of fixed pools without a queue, by threads. */
    public static Table fixed(List<PointSummary> points, CorePlan cores) {
        return of(
                "Beside the published fixed pool without queue",
                new Key("threads", "threads", point -> point.settings()
                        .requirePool()
                        .threads()),
                points,
                PublishedTable.read("jsf-fixed"),
                columns("users", "users"),
                cores);
    }

    /** Points of one cached pool, by users. */
    public static Table cached(List<PointSummary> points, Function<PointSummary, Integer> users, CorePlan cores) {
        return of(
                "Beside the published cached pool",
                new Key("users", "users", users),
                points,
                PublishedTable.read("jsf-cached"),
                columns(),
                cores);
    }

    /**
     * What rows are joined by.
     *
     * @param heading of its column
     * @param published its column in the published table
     * @param ours its value of one of our points
     */
    record Key(String heading, String published, Function<PointSummary, Integer> ours) {}

    private static Table of(
            String title,
            Key key,
            List<PointSummary> points,
            PublishedTable published,
            Map<String, String> publishedColumns,
            CorePlan cores) {
        Map<Integer, PointSummary> ours = new LinkedHashMap<>();
        points.forEach(point -> ours.put(key.ours().apply(point), point));
        TreeSet<Integer> values = new TreeSet<>(ours.keySet());
        published.rows().forEach(row -> values.add(Integer.valueOf(row.getOrDefault(key.published(), "0"))));
        List<Column> columns = new ArrayList<>(List.of(
                new Column(key.heading(), Origin.KEY),
                new Column("load", Origin.OURS),
                new Column("TPS", Origin.OURS),
                new Column("TP99 ms", Origin.OURS)));
        publishedColumns.keySet().forEach(name -> columns.add(new Column(name, Origin.PUBLISHED)));
        List<List<Cell>> rows = new ArrayList<>();
        for (int value : values) {
            List<Cell> row = new ArrayList<>(List.of(Cell.whole(value)));
            row.addAll(ours(ours.get(value)));
            Map<String, String> theirs =
                    published.row(key.published(), String.valueOf(value)).orElse(Map.of());
            publishedColumns.values().forEach(column -> row.add(Cell.published(theirs.get(column))));
            rows.add(row);
        }
        return new Table(title, caption(published, cores), columns, rows);
    }

    private static List<Cell> ours(@Nullable PointSummary point) {
        PointFigures figures = point == null ? null : point.figures();
        if (point == null || figures == null) {
            return List.of(Cell.NOTHING, Cell.NOTHING, Cell.NOTHING);
        }
        return List.of(
                Cell.word(point.settings().load().demand().describe()),
                Cell.whole(figures.throughputPerSecond().median()),
                Cell.millis(figures.percentiles().p99Millis().median()));
    }

    /** Heading to column: what a JSF table has beside its key. */
    private static Map<String, String> columns(String... first) {
        Map<String, String> columns = new LinkedHashMap<>();
        if (first.length > 0) {
            columns.put(first[0], first[1]);
        }
        columns.put("TPS", "tps");
        columns.put("TP99 ms", "tp99_ms");
        columns.put("CPU %", "cpu_percent");
        return columns;
    }
}
