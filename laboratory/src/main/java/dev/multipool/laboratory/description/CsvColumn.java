package dev.multipool.laboratory.description;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A column of a CSV file whose first line names the columns. A field in double quotes may hold commas, not line ends. */
final class CsvColumn {
    private CsvColumn() {}

    /**
     * Reads its fields.
     *
     * @throws IllegalArgumentException when the file can't be read, or has no such column
     */
    static List<String> read(Path file, String column) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " can't be read: " + e + " (expected: a CSV file)", e);
        }
        List<String> names = lines.isEmpty() ? List.of() : fields(lines.get(0));
        int index = names.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "no column " + column + " in " + file + " (expected: one of " + names + ")");
        }
        List<String> texts = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> fields = fields(line);
            if (fields.size() > index && !line.isBlank()) {
                texts.add(fields.get(index));
            }
        }
        return texts;
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString().strip());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString().strip());
        return fields;
    }
}
