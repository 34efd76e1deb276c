package dev.multipool.bench.plan;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.RuntimeJsonMappingException;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values of a placeholder as people write them: {@code 1..10000}, or {@code @FILE.csv:COLUMN} for the texts of one column
 * of a CSV file with a first line of names (RFC 4180). {@code zipf:1.1:} before either makes the first ones the hot ones.
 */
public final class ValueSpec {
    private static final Pattern FORM =
            Pattern.compile("(?:(zipf:[^:]+|uniform):)?(?:(-?\\d+)\\.\\.(-?\\d+)|@(.+):([^:]+))");

    private static final CsvMapper CSV = new CsvMapper();

    private ValueSpec() {}

    /**
     * Reads a description.
     *
     * @param directory that the name of a CSV file counts from
     * @throws IllegalArgumentException when it is none, or its file does not hold the column; in one line
     */
    public static TemplateValues parse(String text, Path directory) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' (expected: such as 1..10000, zipf:1.1:1..10000 or @FILE.csv:COLUMN)");
        }
        KeyDistribution drawn = form.group(1) == null ? KeyDistribution.UNIFORM : KeyDistribution.parse(form.group(1));
        if (form.group(2) != null) {
            return new TemplateValues.Range(number(form.group(2)), number(form.group(3)), drawn);
        }
        return new TemplateValues.Listed(column(directory.resolve(form.group(4)), form.group(5)), drawn);
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' (expected: a whole number of at most 63 bits)", e);
        }
    }

    private static List<String> column(Path file, String name) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IllegalArgumentException("'" + file + "' (expected: a CSV file that can be read)");
        }
        List<String> texts = new ArrayList<>();
        try (MappingIterator<Map<String, String>> rows = CSV.readerForMapOf(String.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(file.toFile())) {
            while (rows.hasNext()) {
                Map<String, String> row = rows.next();
                String value = row.get(name);
                if (value == null) {
                    throw new IllegalArgumentException("'" + file + "': row " + (texts.size() + 1) + " has no column "
                            + name + " (expected: one of " + row.keySet() + ")");
                }
                texts.add(value);
            }
        } catch (IOException | RuntimeJsonMappingException e) {
            throw new IllegalArgumentException(
                    "'" + file + "' is no CSV file: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    e);
        }
        if (texts.isEmpty()) {
            throw new IllegalArgumentException("'" + file + "' (expected: at least one row below its names)");
        }
        return texts;
    }
}
