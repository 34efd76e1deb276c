package dev.multipool.pools;

/**
 * What a pool was at one moment.
 *
 * @param name the pool's name
 * @param threads threads that exist; for virtual and direct pools the tasks in service
 * @param maxThreads the most threads, or tasks in service
 * @param queueCapacity the most tasks that may wait
 * @param active tasks in service
 * @param queueDepth tasks that wait
 */
public record PoolState(String name, int threads, int maxThreads, int queueCapacity, int active, int queueDepth) {

    /** Returns how many tasks were queued or in service. */
    public int inFlight() {
        return active + queueDepth;
    }
}
