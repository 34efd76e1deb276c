package dev.multipool.laboratory.foreign;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a CSV file (RFC 4180) row by row.
 *
 * <p><b>Threads:</b> one.
 */
final class CsvRows {
    /** Nobody writes longer ones: what has no end is no CSV. */
    private static final int LONGEST_ROW = 1 << 20;

    private final Reader reader;

    CsvRows(Reader reader) {
        this.reader = reader;
    }

    /**
     * The next row; null at the end.
     *
     * @throws IOException when it can't be read, or a row has no end
     */
    @Nullable
    List<String> next() throws IOException {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        boolean closed = false;
        int length = 0;
        int c = reader.read();
        if (c < 0) {
            return null;
        }
        for (; c >= 0 && (quoted || c != '\n'); c = reader.read()) {
            length++;
            if (length > LONGEST_ROW) {
                throw new IOException("a row has more than " + LONGEST_ROW + " characters");
            }
            if (c == '"') {
                // a doubled quote inside of quotes ends and begins them: the second one stands for itself
                if (closed && !quoted) {
                    cell.append('"');
                }
                closed = quoted;
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
                closed = false;
            } else if (c != '\r' || quoted) {
                cell.append((char) c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
