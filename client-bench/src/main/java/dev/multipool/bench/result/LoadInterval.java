package dev.multipool.bench.result;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What about a second of the measured window recorded. An open loop's call is in the interval that it ended in, the last
 * one included when it ended after the window; {@link LoadResult.Counts#callsPerSecond} has it in the second that it was due in.
 *
 * @param startSeconds from the window's begin
 * @param seconds its real length: more than one where the machine kept the generator from reading its recorders
 * @param failed failed and rejected calls
 * @param responseNanos as {@link LoadResult.Times#responseTime}
 * @param correctedNanos as {@link LoadResult.Times#corrected}; null where that is
 * @param serviceNanos of an open loop, from the actual send; null in a closed loop
 */
public record LoadInterval(
        double startSeconds,
        double seconds,
        long failed,
        Histogram responseNanos,
        @Nullable Histogram correctedNanos,
        @Nullable Histogram serviceNanos) {}
