package dev.multipool.laboratory.result;

import java.util.List;

/**
 * A table that an experiment makes of its figures.
 *
 * @param title what it shows
 * @param caption what has to be known to read it, such as whose the published figures are
 * @param columns from left to right
 * @param rows as many cells as there are columns; {@link Cell#NOTHING} where there is no figure
 */
public record Table(String title, String caption, List<Column> columns, List<List<Cell>> rows) {
    public Table {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Cell> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "rows: " + row + " (expected: as many cells as columns: " + columns.size() + ")");
            }
        }
    }

    /** One column and whose its figures are. */
    public record Column(String name, Origin origin) {}

    /** Whose a column's figures are. */
    public enum Origin {
        /** What the row is about. */
        KEY,
        /** Measured in these runs. */
        OURS,
        /** From a publication, of another machine. */
        PUBLISHED,
        /** Computed by a model, not measured. */
        PREDICTED
    }
}
