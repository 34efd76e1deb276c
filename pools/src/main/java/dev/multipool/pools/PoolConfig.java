package dev.multipool.pools;

import dev.multipool.pools.internal.config.Check;
import dev.multipool.pools.internal.config.SpecText;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
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

    private static final Duration DEFAULT_KEEP_ALIVE = Duration.ofSeconds(60);
    private static final Duration DEFAULT_SLOW_TASK = Duration.ofSeconds(1);
    private static final String SPEC_KEYS = "threads, core, max, keepAlive, queue, queueTimeout, order, "
            + "overloadInterval, overloadTimeout, slowTask";
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
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /**
     * Reads a spec: the kind, then {@code key=value} pairs, for example {@code cached:core=20,max=200,keepAlive=60s}.
     *
     * <p>Keys: {@code threads} (fixed, virtual, direct), {@code core} and {@code max} (cached, eager), {@code keepAlive},
     * {@code queue} (a number, or {@code unbounded}), {@code queueTimeout}, {@code order} ({@code fifo} or {@code adaptive-lifo}), {@code
     * overloadInterval}, {@code overloadTimeout}, {@code slowTask}.
     *
     * @throws IllegalArgumentException for an unknown kind or key, a value that can't be read, or a broken rule
     */
    public static PoolConfig parse(String name, String spec) {
        Builder builder = new Builder(name).kind(PoolKind.parse(SpecText.kind(spec)));
        SpecText.forEachPair(spec, builder::apply);
        return builder.build();
    }

    /** Returns the spec that {@link #parse} reads back as this configuration; defaults are left out. */
    public String spec() {
        StringJoiner pairs = new StringJoiner(",", kind.word() + ":", "");
        switch (kind) {
            case FIXED, VIRTUAL, DIRECT -> pairs.add("threads=" + maxThreads);
            case CACHED, EAGER -> pairs.add("core=" + coreThreads).add("max=" + maxThreads);
        }
        if (!keepAlive.equals(DEFAULT_KEEP_ALIVE)) {
            pairs.add("keepAlive=" + DurationText.format(keepAlive));
        }
        queue.describe(pairs);
        if (!slowTask.equals(DEFAULT_SLOW_TASK)) {
            pairs.add("slowTask=" + DurationText.format(slowTask));
        }
        return pairs.toString();
    }

    /** Returns the most tasks that may wait; 0 when none may. */
    public int queueCapacity() {
        return queue.capacity();
    }

    /** Returns how long a task may be queued and still be run. */
    public Optional<Duration> queueTimeout() {
        return queue.timeout();
    }

    /** Returns this configuration with other bounds, as {@link MeasuredPool#resize} makes it. */
    public PoolConfig resized(int newCoreThreads, int newMaxThreads, int newQueueCapacity) {
        return new PoolConfig(
                name, kind, newCoreThreads, newMaxThreads, keepAlive, queue.withCapacity(newQueueCapacity), slowTask);
    }

    /** Builds a configuration; everything is validated by {@link #build()}. Not thread-safe. */
    public static final class Builder {

        private final String name;
        private PoolKind kind = PoolKind.FIXED;
        private int coreThreads = -1;
        private int maxThreads = -1;
        private Duration keepAlive = DEFAULT_KEEP_ALIVE;
        private QueueConfig queue = QueueConfig.NONE;
        private Duration slowTask = DEFAULT_SLOW_TASK;

        private Builder(String name) {
            this.name = name;
        }

        /** Sets the kind; {@link PoolKind#FIXED} when not set. */
        public Builder kind(PoolKind newKind) {
            kind = newKind;
            return this;
        }

        /** Sets the number of threads, or for virtual and direct pools the limit on tasks in service. */
        public Builder threads(int threads) {
            coreThreads = -1;
            maxThreads = threads;
            return this;
        }

        /** Sets how many threads an idle pool keeps. */
        public Builder coreThreads(int threads) {
            coreThreads = threads;
            return this;
        }

        /** Sets the most threads. */
        public Builder maxThreads(int threads) {
            maxThreads = threads;
            return this;
        }

        /** Sets how long a thread beyond the core may be idle; 60 s when not set. */
        public Builder keepAlive(Duration newKeepAlive) {
            keepAlive = newKeepAlive;
            return this;
        }

        /** Sets the most tasks that may wait; none when not set. */
        public Builder queue(int capacity) {
            queue = queue.withCapacity(capacity);
            return this;
        }

        /** Sets everything about waiting at once. */
        public Builder queue(QueueConfig newQueue) {
            queue = newQueue;
            return this;
        }

        /** Sets how long a task may be queued and still be run; as long as it takes when not set. */
        public Builder queueTimeout(Duration timeout) {
            queue = queue.withTimeout(timeout);
            return this;
        }

        /** Sets from when on a task in service is reported as slow; 1 s when not set. */
        public Builder slowTask(Duration newSlowTask) {
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

        private void apply(String key, String value) {
            switch (key) {
                case "threads" -> threads(SpecText.number(key, value));
                case "core" -> coreThreads(SpecText.number(key, value));
                case "max" -> maxThreads(SpecText.number(key, value));
                case "keepAlive" -> keepAlive(DurationText.parse(key, value));
                case "slowTask" -> slowTask(DurationText.parse(key, value));
                case "queue" -> queue(QueueConfig.parseCapacity(value));
                case "queueTimeout" -> queueTimeout(DurationText.parse(key, value));
                case "order" -> queue(queue.withOrder(QueueOrder.parse(value)));
                case "overloadInterval" ->
                    queue(queue.withOverload(DurationText.parse(key, value), queue.overloadTimeout()));
                case "overloadTimeout" ->
                    queue(queue.withOverload(queue.overloadInterval(), DurationText.parse(key, value)));
                default -> throw new IllegalArgumentException("spec: " + key + " (expected: one of " + SPEC_KEYS + ")");
            }
        }
    }
}
