package dev.multipool.capacity.published;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A publication's table, as kept in the jar.
 *
 * @param source whose figures they are
 * @param machine what they were measured on
 * @param remarks what else has to be known
 * @param rows cells by column name; an empty cell where the publication has none
 */
public record PublishedTable(String source, String machine, List<String> remarks, List<Map<String, String>> rows) {
    /** Every table that there is. */
    public static final List<String> NAMES = List.of(
            "jsf-cached",
            "jsf-fixed",
            "jsf-fixed-queue",
            "nested-pools",
            "tomcat-max-threads",
            "littles-law",
            "hystrix-isolation");

    private static final String MACHINE = "Machine: ";

    public PublishedTable {
        remarks = List.copyOf(remarks);
        rows = rows.stream().map(Map::copyOf).toList();
    }

    /** Reads one of {@link #NAMES}. */
    public static PublishedTable read(String name) {
        try (InputStream in = PublishedTable.class.getResourceAsStream(name + ".csv")) {
            if (in == null) {
                throw new IllegalArgumentException("name: " + name + " (expected: one of " + NAMES + ")");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two comments (whose, on which machine), further comments, a line of column names, then a line for each row. */
    static PublishedTable parse(String csv) {
        List<String> comments = csv.lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.substring(1).strip())
                .toList();
        List<String> lines = csv.lines()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .toList();
        if (comments.size() < 2 || !comments.get(1).startsWith(MACHINE) || lines.isEmpty()) {
            throw new IllegalArgumentException(
                    "published table: " + csv.lines().findFirst().orElse("")
                            + " (expected: a comment on the source, one on the machine, column names)");
        }
        String[] names = lines.get(0).split(",", -1);
        return new PublishedTable(
                comments.get(0),
                comments.get(1).substring(MACHINE.length()),
                comments.subList(2, comments.size()),
                lines.stream()
                        .skip(1)
                        .map(line -> row(names, line.split(",", -1)))
                        .toList());
    }

    private static Map<String, String> row(String[] names, String[] cells) {
        if (cells.length != names.length) {
            throw new IllegalArgumentException(
                    "published row: " + Arrays.toString(cells) + " (expected: " + names.length + " cells)");
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            row.put(names[i], cells[i]);
        }
        return row;
    }

    /** The row whose cell in a column is this. */
    public Optional<Map<String, String>> row(String column, String cell) {
        return rows.stream().filter(row -> cell.equals(row.get(column))).findFirst();
    }

    /** For a caption: whose figures, on which machine. */
    public String describe() {
        return "Published: " + source + " Another machine: " + machine + "."
                + (remarks.isEmpty() ? "" : " " + String.join(" ", remarks));
    }
}
