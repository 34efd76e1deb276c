package dev.multipool.bench.generator;

import java.time.Duration;

/**
 * How a run goes, told about once a second.
 *
 * @param elapsed since the users began
 * @param remaining until the window is over
 * @param warmingUp whether the interval since the last report was before the measured window
 * @param throughputPerSecond of the interval since the last report
 * @param p99Millis of the calls answered without an error in that interval; 0 when there were none
 * @param errors failed calls since the users began, those of the warm-up included
 */
public record Progress(
        Duration elapsed,
        Duration remaining,
        boolean warmingUp,
        double throughputPerSecond,
        double p99Millis,
        long errors) {}
