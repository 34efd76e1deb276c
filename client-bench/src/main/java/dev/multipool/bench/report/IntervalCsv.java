package dev.multipool.bench.report;

import dev.multipool.bench.result.LoadInterval;
import dev.multipool.bench.result.LoadIntervals;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.Percentiles;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A run as a table: one row for each second of the window, and the whole as the last row (RFC 4180, but with plain line
 * feeds; units in the column names). What is not measured is empty.
 */
public final class IntervalCsv {
    /** The first line. */
    public static final String COLUMNS =
            "row,start_s,length_s,calls,failed,throughput_per_s,p50_ms,p90_ms,p99_ms,p999_ms,max_ms,mean_ms,"
                    + "corrected_p50_ms,corrected_p90_ms,corrected_p99_ms,corrected_p999_ms,corrected_max_ms";

    private IntervalCsv() {}

    /** The table as text. */
    public static String render(LoadResult result, LoadIntervals intervals) {
        return Stream.of(Stream.of(COLUMNS), intervals.stream().map(IntervalCsv::second), Stream.of(summary(result)))
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String second(LoadInterval interval) {
        Histogram corrected = interval.correctedNanos();
        long calls = interval.responseNanos().getTotalCount();
        return row(
                "second",
                new Span(interval.startSeconds(), interval.seconds()),
                calls,
                interval.failed(),
                Percentiles.of(interval.responseNanos()),
                corrected == null ? null : Percentiles.of(corrected));
    }

    private static String summary(LoadResult result) {
        LoadResult.CorrectedResponseTime corrected = result.times().corrected();
        return row(
                "summary",
                new Span(0, result.counts().measuredSeconds()),
                result.counts().calls(),
                result.errorCount(),
                result.times().responseTime(),
                corrected == null ? null : corrected.percentiles());
    }

    private static String row(
            String name, Span span, long calls, long failed, Percentiles response, @Nullable Percentiles corrected) {
        return Stream.of(
                        Stream.of(name, number(span.start()), number(span.length()), calls, failed),
                        Stream.of(number(span.length() > 0 ? calls / span.length() : 0)),
                        percentiles(calls > 0 ? response : null),
                        Stream.of(calls > 0 ? number(response.meanMillis()) : ""),
                        percentiles(calls > 0 ? corrected : null))
                .flatMap(cells -> cells)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
    }

    private static Stream<String> percentiles(@Nullable Percentiles times) {
        return times == null
                ? Stream.of("", "", "", "", "")
                : Stream.of(
                                times.p50Millis(),
                                times.p90Millis(),
                                times.p99Millis(),
                                Objects.requireNonNull(times.p999Millis(), "this generator tells it"),
                                times.maxMillis())
                        .map(IntervalCsv::number);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private record Span(double start, double length) {}
}
