package dev.multipool.capacity.published;

import java.util.List;
import java.util.Map;

/** One row of a published table, whose empty cells are those that the publication doesn't have. */
record Cells(Map<String, String> byColumn) {

    static List<Cells> of(String table) {
        return PublishedTable.read(table).rows().stream().map(Cells::new).toList();
    }

    boolean has(String column) {
        return !byColumn.getOrDefault(column, "").isEmpty();
    }

    double number(String column) {
        return Double.parseDouble(text(column));
    }

    int whole(String column) {
        return Integer.parseInt(text(column));
    }

    String text(String column) {
        if (!has(column)) {
            throw new IllegalArgumentException(
                    "column: " + column + " (expected: one with a value in " + byColumn + ")");
        }
        return byColumn.getOrDefault(column, "");
    }
}
