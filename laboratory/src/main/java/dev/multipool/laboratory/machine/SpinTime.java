package dev.multipool.laboratory.machine;

/**
 * How fast a core was.
 *
 * @param cpu its number
 * @param nanos time of a fixed piece of work; less is faster
 */
public record SpinTime(int cpu, long nanos) {}
