package dev.multipool.bench;

import java.time.Duration;

/**
 * How a run goes, told about once a second.
 *
 * @param elapsed since the users began
 * @param warmingUp whether the measured window is still to come
 * @param throughputPerSecond of the interval since the last report
 * @param p99Millis of the calls answered without an error in that interval; 0 when there were none
 * @param errors failed calls since the users began, those of the warm-up included
 */
public record Progress(
        Duration elapsed, boolean warmingUp, double throughputPerSecond, double p99Millis, long errors) {}
