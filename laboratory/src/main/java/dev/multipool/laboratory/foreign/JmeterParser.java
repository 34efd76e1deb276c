package dev.multipool.laboratory.foreign;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the samples that JMeter writes by {@code -l {out}} as CSV, from one engine or from many. Samples of transaction
 * controllers are left out, as the calls that they sum up have samples of their own.
 */
final class JmeterParser implements EngineParser {
    private static final String OPTION = "-l {out}, as CSV with a header, as JMeter writes it by default";
    private static final List<String> NEEDED = List.of("timeStamp", "elapsed", "success", "responseCode");

    /** How JMeter marks the sample of a transaction, in its own reports, too. */
    private static final String TRANSACTION = "Number of samples in transaction";

    @Override
    public EngineFigures parse(EngineOutput output) throws OutputException {
        JsonFile.requireWritten(output.file(), OPTION);
        try (BufferedReader reader = Files.newBufferedReader(output.file(), StandardCharsets.UTF_8)) {
            CsvRows rows = new CsvRows(reader);
            Samples samples = new Samples(header(rows.next()));
            for (List<String> row = rows.next(); row != null; row = rows.next()) {
                samples.add(row);
            }
            return samples.figures();
        } catch (IOException e) {
            throw JsonFile.unreadable(e, OPTION);
        }
    }

    private static Map<String, Integer> header(@Nullable List<String> names) throws OutputException {
        Map<String, Integer> places = new HashMap<>();
        List<String> missing = new ArrayList<>(NEEDED);
        if (names != null) {
            for (int place = 0; place < names.size(); place++) {
                places.putIfAbsent(names.get(place), place);
            }
            missing.removeAll(names);
        }
        if (!missing.isEmpty()) {
            throw new OutputException("its samples have no columns " + String.join(", ", missing), OPTION);
        }
        return places;
    }

    /** All samples of a file. */
    private static final class Samples {
        private final Map<String, Integer> places;
        private final RecordedTimes times = new RecordedTimes();
        private long firstMillis = Long.MAX_VALUE;
        private long lastMillis = Long.MIN_VALUE;
        private double sentBytes;
        private double receivedBytes;
        private int rows;

        Samples(Map<String, Integer> places) {
            this.places = places;
        }

        void add(List<String> row) throws OutputException {
            rows++;
            String message = cell(row, "responseMessage");
            if (message.startsWith(TRANSACTION)) {
                return;
            }
            long startMillis = number(row, "timeStamp");
            long elapsedMillis = number(row, "elapsed");
            firstMillis = Math.min(firstMillis, startMillis);
            lastMillis = Math.max(lastMillis, startMillis + elapsedMillis);
            if (cell(row, "success").equals("true")) {
                times.add(elapsedMillis * 1_000_000);
            } else {
                times.addError(cell(row, "responseCode"));
            }
            sentBytes += places.containsKey("sentBytes") ? number(row, "sentBytes") : 0;
            receivedBytes += places.containsKey("bytes") ? number(row, "bytes") : 0;
        }

        private long number(List<String> row, String column) throws OutputException {
            try {
                return Long.parseLong(cell(row, column));
            } catch (NumberFormatException e) {
                throw new OutputException(
                        "row " + rows + " of its samples has '" + cell(row, column) + "' as " + column, OPTION);
            }
        }

        private String cell(List<String> row, String column) {
            Integer place = places.get(column);
            return place == null || place >= row.size() ? "" : row.get(place);
        }

        EngineFigures figures() {
            return new EngineFigures(
                    times.calls(),
                    times.errors(),
                    rows == 0 ? 0 : Math.max(0, lastMillis - firstMillis) / 1e3,
                    times.percentiles(),
                    null,
                    new EngineFigures.Traffic(
                            places.containsKey("sentBytes") ? sentBytes : null,
                            places.containsKey("bytes") ? receivedBytes : null));
        }
    }
}
