package dev.multipool.laboratory.result;

import dev.multipool.pools.PoolConfig;

/**
 * The thread pool that a run was made with.
 *
 * @param name the pool's name in the server's configuration
 * @param kind how it grows; {@code fixed} keeps the same number of threads
 * @param threads the most threads that it has; at least 1
 * @param queue tasks that may wait for a thread; at least 0
 * @param spec the pool as one setting of the server: {@code fixed:threads=8,queue=1000}
 */
public record PoolSettings(String name, String kind, int threads, int queue, String spec) {
    /**
     * Reads a pool's setting.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static PoolSettings parse(String name, String spec) {
        PoolConfig config = PoolConfig.parse(name, spec);
        return new PoolSettings(name, config.kind().word(), config.maxThreads(), config.queueCapacity(), config.spec());
    }

    /** For people: {@code fixed pool of 8 threads}. */
    public String describe() {
        return kind + " pool of " + (kind.equals("fixed") ? "" : "at most ") + threads
                + (threads == 1 ? " thread" : " threads");
    }
}
