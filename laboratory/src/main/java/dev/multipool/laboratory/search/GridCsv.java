package dev.multipool.laboratory.search;

import dev.multipool.laboratory.report.CsvReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A grid as a text that stays: a line for each window, first the knobs (RFC 4180, but with plain line feeds).
 *
 * @param knobs their names
 * @param limitMillis of the objective that rows keep or not
 * @param rows in the order in which they were measured, then those of which nothing could be
 */
record GridCsv(List<String> knobs, double limitMillis, List<GridRow> rows) {
    private static final List<String> COLUMNS =
            List.of("users", "calls_per_s", "tp99_ms", "limit_ms", "keeps", "valid", "why_not");

    /** One cell with what ends it; a quoted one may hold commas, quotes written twice, and line feeds. */
    private static final Pattern CELL = Pattern.compile("(?:\"((?:[^\"]|\"\")*)\"|([^,\"\n]*))(,|\n|\\z)");

    GridCsv {
        knobs = List.copyOf(knobs);
        rows = List.copyOf(rows);
    }

    static String render(List<String> knobs, double limitMillis, List<GridRow> rows) {
        StringBuilder text = new StringBuilder();
        append(text, Stream.concat(knobs.stream(), COLUMNS.stream()).toList());
        for (GridRow row : rows) {
            List<@Nullable Object> cells = new ArrayList<>();
            knobs.forEach(knob -> cells.add(row.values().get(knob)));
            cells.add(row.users());
            cells.add(row.throughputPerSecond());
            cells.add(row.p99Millis());
            cells.add(limitMillis);
            cells.add(row.keeps());
            cells.add(row.isValid());
            cells.add(row.whyInvalid());
            append(text, cells);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, List<?> cells) {
        text.append(String.join(",", cells.stream().map(CsvReport::cell).toList()))
                .append('\n');
    }

    /**
     * Reads what {@link #render} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    static GridCsv parse(String text) {
        List<List<String>> lines = lines(text);
        List<String> header = lines.isEmpty() ? List.of() : lines.get(0);
        int knobs = header.size() - COLUMNS.size();
        if (knobs < 1 || !header.subList(knobs, header.size()).equals(COLUMNS)) {
            throw new IllegalArgumentException("columns: " + String.join(",", header) + " (expected: knobs, then "
                    + String.join(",", COLUMNS) + ")");
        }
        if (lines.size() < 2) {
            throw new IllegalArgumentException("rows: none (expected: at least one)");
        }
        List<GridRow> rows = new ArrayList<>();
        double limit = 0;
        for (int line = 1; line < lines.size(); line++) {
            List<String> cells = lines.get(line);
            if (cells.size() != header.size()) {
                throw new IllegalArgumentException(
                        "row " + line + ": " + cells.size() + " cells (expected: " + header.size() + ")");
            }
            try {
                limit = Double.parseDouble(cells.get(knobs + 3));
                rows.add(row(header, cells, knobs));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("row " + line + ": " + e.getMessage() + " (expected: numbers)", e);
            }
        }
        return new GridCsv(header.subList(0, knobs), limit, rows);
    }

    private static GridRow row(List<String> header, List<String> cells, int knobs) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int knob = 0; knob < knobs; knob++) {
            values.put(header.get(knob), cells.get(knob));
        }
        boolean measured = !cells.get(knobs).isEmpty();
        return new GridRow(
                values,
                measured ? Integer.valueOf(cells.get(knobs)) : null,
                measured ? Double.valueOf(cells.get(knobs + 1)) : null,
                measured ? Double.valueOf(cells.get(knobs + 2)) : null,
                Boolean.parseBoolean(cells.get(knobs + 4)),
                Boolean.parseBoolean(cells.get(knobs + 5)) ? null : cells.get(knobs + 6));
    }

    private static List<List<String>> lines(String text) {
        List<List<String>> lines = new ArrayList<>();
        List<String> cells = new ArrayList<>();
        Matcher cell = CELL.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!cell.find(at) || cell.start() != at) {
                throw new IllegalArgumentException(
                        "row " + lines.size() + ": a quote that does not end (expected: CSV)");
            }
            String quoted = cell.group(1);
            cells.add(quoted == null ? cell.group(2) : quoted.replace("\"\"", "\""));
            if (!cell.group(3).equals(",")) {
                lines.add(cells);
                cells = new ArrayList<>();
            }
            at = cell.end();
        }
        return lines;
    }
}
