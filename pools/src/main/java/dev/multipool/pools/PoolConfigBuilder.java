package dev.multipool.pools;

import java.time.Duration;

/** Builds a {@link PoolConfig}; everything is validated by {@link #build()}. Not thread-safe. */
public final class PoolConfigBuilder {

    private final String name;
    private PoolKind kind = PoolKind.FIXED;
    private int coreThreads = -1;
    private int maxThreads = -1;
    private Duration keepAlive = PoolConfig.DEFAULT_KEEP_ALIVE;
    private QueueConfig queue = QueueConfig.NONE;
    private Duration slowTask = PoolConfig.DEFAULT_SLOW_TASK;

    PoolConfigBuilder(String name) {
        this.name = name;
    }

    /** Sets the kind; {@link PoolKind#FIXED} when not set. */
    public PoolConfigBuilder kind(PoolKind newKind) {
        kind = newKind;
        return this;
    }

    /** Sets the number of threads, or for virtual and direct pools the limit on tasks in service. */
    public PoolConfigBuilder threads(int threads) {
        coreThreads = -1;
        maxThreads = threads;
        return this;
    }

    /** Sets how many threads an idle pool keeps. */
    public PoolConfigBuilder coreThreads(int threads) {
        coreThreads = threads;
        return this;
    }

    /** Sets the most threads. */
    public PoolConfigBuilder maxThreads(int threads) {
        maxThreads = threads;
        return this;
    }

    /** Sets how long a thread beyond the core may be idle; 60 s when not set. */
    public PoolConfigBuilder keepAlive(Duration newKeepAlive) {
        keepAlive = newKeepAlive;
        return this;
    }

    /** Sets the most tasks that may wait; none when not set. */
    public PoolConfigBuilder queue(int capacity) {
        queue = queue.withCapacity(capacity);
        return this;
    }

    /** Sets everything about waiting at once. */
    public PoolConfigBuilder queue(QueueConfig newQueue) {
        queue = newQueue;
        return this;
    }

    /** Sets how long a task may be queued and still be run; as long as it takes when not set. */
    public PoolConfigBuilder queueTimeout(Duration timeout) {
        queue = queue.withTimeout(timeout);
        return this;
    }

    /** Sets from when on a task in service is reported as slow; 1 s when not set. */
    public PoolConfigBuilder slowTask(Duration newSlowTask) {
        slowTask = newSlowTask;
        return this;
    }

    /**
     * Returns the configuration.
     *
     * @throws IllegalArgumentException when a value or a combination is not valid; threads have no default
     */
    public PoolConfig build() {
        int core = coreThreads;
        if (core == -1) {
            core = switch (kind) {
                case FIXED -> maxThreads;
                case CACHED, EAGER -> Math.min(1, maxThreads);
                case VIRTUAL, DIRECT -> 0;
            };
        }
        return new PoolConfig(name, kind, core, maxThreads, keepAlive, queue, slowTask);
    }
}
