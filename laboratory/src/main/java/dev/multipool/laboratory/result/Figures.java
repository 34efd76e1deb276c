package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.bench.result.LoadResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one run measured: what the load generator told, and what only the laboratory learned.
 *
 * @param counts calls and the time that they came in
 * @param times response times of the calls answered without an error
 * @param schedule how a load that is scheduled, or that changes, was kept
 * @param noise what stalls of the machine did to the window
 * @param use what the window took of the machine and the network
 * @param server what the laboratory learned of the server
 */
public record Figures(
        @JsonUnwrapped LoadResult.Counts counts,
        @JsonUnwrapped LoadResult.Times times,
        @JsonUnwrapped LoadResult.Schedule schedule,
        @JsonUnwrapped LoadResult.Noise noise,
        @JsonUnwrapped LoadResult.Use use,
        @JsonUnwrapped ServerSide server) {
    /**
     * What the laboratory learned of the server.
     *
     * @param rejections calls that the server counted as rejected, by its own reasons, from its start to its stop, warm-up
     *     included; null where it did not tell, since it had to be killed
     * @param throttledShare part of the window's CPU quota periods in which the server was stopped; null without a quota
     */
    public record ServerSide(
            @JsonProperty("serverRejections") @Nullable Map<String, Long> rejections,
            @Nullable Double throttledShare) {}

    /** Calls answered rightly and in time per second of the measured window. */
    double goodputPerSecond() {
        return counts.outcome().goodputPerSecond();
    }

    /** Failed calls of all codes. */
    public long errorCount() {
        return counts.errors().values().stream().mapToLong(Long::longValue).sum();
    }

    /** Failed calls of all codes per second of the measured window. */
    double failedPerSecond() {
        return counts.measuredSeconds() > 0 ? errorCount() / counts.measuredSeconds() : 0;
    }
}
