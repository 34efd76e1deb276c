package dev.multipool.laboratory.sizing;

/**
 * What one window of a search showed.
 *
 * @param throughputPerSecond calls answered rightly
 * @param tailMillis the objective's percentile of their response times
 * @param keeps whether that is within the objective, and no call failed
 */
public record Window(double throughputPerSecond, double tailMillis, boolean keeps) {}
