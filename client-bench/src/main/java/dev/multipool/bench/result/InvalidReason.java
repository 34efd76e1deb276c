package dev.multipool.bench.result;

/**
 * Why one run can't be trusted.
 *
 * @param fault what is wrong; programs decide by it
 * @param text the same with figures, for people
 */
public record InvalidReason(Fault fault, String text) {}
