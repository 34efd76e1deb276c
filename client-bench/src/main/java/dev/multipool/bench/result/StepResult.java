package dev.multipool.bench.result;

/**
 * What one step of a load that changes measured. A call counts in the step that it ends in (closed loop) or was due in
 * (open loop).
 *
 * @param fromLevel users or calls due per second at its begin
 * @param toLevel the same at its end
 * @param seconds its length, shorter when the run was stopped in it
 * @param calls answered without an error
 * @param throughputPerSecond {@code calls / seconds}
 * @param failed rejected or failed in any other way
 * @param responseTime of the calls answered without an error, from the intended start in an open loop
 */
public record StepResult(
        double fromLevel,
        double toLevel,
        double seconds,
        long calls,
        double throughputPerSecond,
        long failed,
        Percentiles responseTime) {}
