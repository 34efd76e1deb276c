package dev.multipool.perf.machine;

/**
 * How fast a core was.
 *
 * @param cpu its number
 * @param nanos CPU time of a fixed piece of arithmetic; less is faster
 */
public record SpinTime(int cpu, long nanos) {}
