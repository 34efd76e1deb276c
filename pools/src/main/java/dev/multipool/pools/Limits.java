package dev.multipool.pools;

/** The bounds of a pool, changed together. */
record Limits(int coreThreads, int maxThreads, int queueCapacity) {

    static Limits of(PoolConfig config) {
        return new Limits(config.coreThreads(), config.maxThreads(), config.queueCapacity());
    }

    /** The most tasks in flight. */
    int bound() {
        return maxThreads + queueCapacity;
    }
}
