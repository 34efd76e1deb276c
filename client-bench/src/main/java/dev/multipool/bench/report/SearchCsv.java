package dev.multipool.bench.report;

import dev.multipool.bench.search.JudgedRun;
import dev.multipool.bench.search.SearchResult;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A search as a table: one row for each run, in their order (RFC 4180, but with plain line feeds; units in the column names). */
public final class SearchCsv {
    /** The first line. */
    public static final String COLUMNS = "run,level,unit,verdict,throughput_per_s,percentile,response_ms,reasons";

    private SearchCsv() {}

    /** The table as text. */
    public static String render(SearchResult result) {
        Stream<String> rows = IntStream.range(0, result.trials().size())
                .mapToObj(i -> row(i + 1, result, result.trials().get(i)));
        return Stream.concat(Stream.of(COLUMNS), rows).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String row(int run, SearchResult result, JudgedRun trial) {
        return Stream.of(
                        String.valueOf(run),
                        number(trial.level()),
                        result.unit(),
                        trial.verdict().toString(),
                        number(trial.throughputPerSecond()),
                        result.objective().percentile().word(),
                        number(trial.valueMillis()),
                        quoted(String.join("; ", trial.reasons())))
                .collect(Collectors.joining(","));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static String quoted(String text) {
        return text.isEmpty() ? "" : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
