package dev.multipool.pools;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a pool is: its name, its kind, its bounds.
 *
 * <p>{@code PoolConfig.parse("business", "fixed:threads=16,queue=1000,queueTimeout=50ms")} is a pool of 16 threads that
 * queues at most 1000 tasks, each for at most 50 ms. The same by builder:
 *
 * <pre>{@code
 * PoolConfig.builder("business").threads(16).queue(1000).queueTimeout(Duration.ofMillis(50)).build()
 * }</pre>
 *
 * <p><b>Invariants:</b> (1) 0 &le; coreThreads &le; maxThreads, maxThreads &ge; 1; (2) for {@code fixed} the two are
 * equal; (3) {@code cached} and {@code direct} have no queue; (4) {@code parse(c.name(), c.spec())} equals {@code c}.
 *
 * @param name letters, digits, {@code -}, {@code _} and {@code .}; threads, metrics and messages carry it
 * @param kind how the pool gets its threads
 * @param coreThreads threads that an idle pool keeps
 * @param maxThreads the most tasks in service at once
 * @param keepAlive how long a thread beyond the core may be idle before it ends
 * @param queue how tasks wait for a thread
 * @param slowTask a task in service for longer than this is reported as slow (JFR event, listener)
 */
public record PoolConfig(
        String name,
        PoolKind kind,
        int coreThreads,
        int maxThreads,
        Duration keepAlive,
        QueueConfig queue,
        Duration slowTask) {

    /** The most threads that a pool may have. */
    public static final int MAX_THREADS = 1 << 20;

    static final Duration DEFAULT_KEEP_ALIVE = Duration.ofSeconds(60);
    static final Duration DEFAULT_SLOW_TASK = Duration.ofSeconds(1);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /**
     * Validates every field and the rules between them.
     *
     * @throws IllegalArgumentException with the field, its value and what was expected
     */
    public PoolConfig {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(queue, "queue");
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name: " + name + " (expected: 1 to 64 letters, digits, '-', '_' or '.')");
        }
        Check.between("maxThreads", maxThreads, 1, MAX_THREADS);
        Check.between("coreThreads", coreThreads, 0, MAX_THREADS);
        Check.atLeast("maxThreads", maxThreads, "coreThreads", coreThreads);
        Check.positive("keepAlive", keepAlive);
        Check.positive("slowTask", slowTask);
        if (kind == PoolKind.FIXED && coreThreads != maxThreads) {
            throw new IllegalArgumentException("coreThreads: " + coreThreads + " (expected: maxThreads: " + maxThreads
                    + ", since a fixed pool has as many threads always)");
        }
        if ((kind == PoolKind.CACHED || kind == PoolKind.DIRECT) && queue.capacity() > 0) {
            throw new IllegalArgumentException(
                    "queue: " + queue.capacity() + " (expected: 0, since a " + kind.word() + " pool has no queue)");
        }
        if ((kind == PoolKind.VIRTUAL || kind == PoolKind.DIRECT) && coreThreads != 0) {
            throw new IllegalArgumentException("coreThreads: " + coreThreads + " (expected: 0, since a " + kind.word()
                    + " pool keeps no idle threads)");
        }
    }

    /** Returns a builder of a {@link PoolKind#FIXED} pool, which needs its {@code threads} only. */
    public static PoolConfigBuilder builder(String name) {
        return new PoolConfigBuilder(name);
    }

    /**
     * Reads a spec: the kind, then {@code key=value} pairs, for example {@code cached:core=20,max=200,keepAlive=60s}.
     *
     * <p>Keys: {@code threads} (fixed, virtual, direct), {@code core} and {@code max} (cached, eager), {@code keepAlive},
     * {@code queue}, {@code queueTimeout}, {@code order} ({@code fifo} or {@code adaptive-lifo}), {@code
     * overloadInterval}, {@code overloadTimeout}, {@code slowTask}.
     *
     * @throws IllegalArgumentException for an unknown kind or key, a value that can't be read, or a broken rule
     */
    public static PoolConfig parse(String name, String spec) {
        return PoolSpec.parse(name, spec);
    }

    /** Returns the spec that {@link #parse} reads back as this configuration; defaults are left out. */
    public String spec() {
        return PoolSpec.format(this);
    }

    /** Returns the most tasks that may wait; 0 when none may. */
    public int queueCapacity() {
        return queue.capacity();
    }

    /** Returns how long a task may be queued and still be run. */
    public Optional<Duration> queueTimeout() {
        return queue.timeout();
    }

    /** Returns the most tasks in flight: threads and queue slots. */
    int bound() {
        return maxThreads + queue.capacity();
    }

    /** Returns this configuration with other bounds, as {@link MeasuredPool#resize} makes it. */
    public PoolConfig resized(int newCoreThreads, int newMaxThreads, int newQueueCapacity) {
        return new PoolConfig(
                name, kind, newCoreThreads, newMaxThreads, keepAlive, queue.withCapacity(newQueueCapacity), slowTask);
    }
}
