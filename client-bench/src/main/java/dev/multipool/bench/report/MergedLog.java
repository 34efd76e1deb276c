package dev.multipool.bench.report;

import dev.multipool.bench.result.Percentiles;
import java.util.List;

/**
 * Several interval logs as one result. Histograms are added, so percentiles are those of all calls together.
 *
 * @param files the logs
 * @param startedAt when the first interval of all began, ISO-8601 in UTC
 * @param coveredSeconds time in which at least one of the logs has an interval: logs of generators that ran side by side
 *     count once, what lies between runs not at all
 * @param parts one for each tag that all logs have
 * @param leftOut tags that only some logs have, and so say nothing about all; an empty one is the lines without a tag
 */
public record MergedLog(
        List<String> files, String startedAt, double coveredSeconds, List<Part> parts, List<String> leftOut) {
    public MergedLog {
        files = List.copyOf(files);
        parts = List.copyOf(parts);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * The values of one tag, of all logs together.
     *
     * @param tag such as {@code raw} and {@code corrected}; empty for lines without one
     * @param values how many were recorded: calls, for raw ones; with those that a correction added, for corrected ones
     * @param valuesPerSecond {@code values / coveredSeconds}
     * @param times of the values, which are nanoseconds
     */
    public record Part(String tag, long values, double valuesPerSecond, Percentiles times) {}
}
