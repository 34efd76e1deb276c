package dev.multipool.perf.published;

import dev.multipool.capacity.published.PublishedRow;
import dev.multipool.laboratory.report.CsvReport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Published and simulated figures, one line for each pair. */
public final class PublishedCsv {
    private static final String COLUMNS = "table,row,metric,published,simulated,status";

    private PublishedCsv() {}

    public static String render(List<PublishedRow> rows) {
        return Stream.concat(Stream.of(COLUMNS), rows.stream().map(PublishedCsv::line))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(PublishedRow row) {
        return String.join(
                ",",
                row.table(),
                CsvReport.cell(row.row()),
                row.metric(),
                number(row.published()),
                number(row.simulated()),
                row.status().word());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
