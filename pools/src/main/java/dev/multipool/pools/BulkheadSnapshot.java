package dev.multipool.pools;

/**
 * What a bulkhead counted since it was made.
 *
 * @param name the bulkhead's name
 * @param permits how many calls may be inside at once
 * @param inUse how many are inside now
 * @param admitted calls that came in
 * @param rejected calls that did not, because the bulkhead was full: at once, or after waiting as long as they would
 * @param timedOut calls that were inside for longer than their timeout; 0 for a semaphore bulkhead, which can't end them
 */
public record BulkheadSnapshot(String name, int permits, int inUse, long admitted, long rejected, long timedOut) {}
