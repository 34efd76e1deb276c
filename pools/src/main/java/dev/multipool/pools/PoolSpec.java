package dev.multipool.pools;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Reads and writes a {@link PoolConfig} as one short string. */
final class PoolSpec {

    private static final String KEYS = "threads, core, max, keepAlive, queue, queueTimeout, order, overloadInterval, "
            + "overloadTimeout, slowTask";

    private PoolSpec() {}

    static PoolConfig parse(String name, String spec) {
        int colon = spec.indexOf(':');
        PoolConfigBuilder builder = new PoolConfigBuilder(name).kind(kind(colon < 0 ? spec : spec.substring(0, colon)));
        Reader reader = new Reader(builder);
        if (colon >= 0 && !spec.substring(colon + 1).isBlank()) {
            for (String pair : spec.substring(colon + 1).split(",", -1)) {
                reader.read(pair.trim());
            }
        }
        return builder.queue(reader.queue).build();
    }

    static String format(PoolConfig config) {
        StringJoiner pairs = new StringJoiner(",", config.kind().word() + ":", "");
        switch (config.kind()) {
            case FIXED, VIRTUAL, DIRECT -> pairs.add("threads=" + config.maxThreads());
            case CACHED, EAGER -> pairs.add("core=" + config.coreThreads()).add("max=" + config.maxThreads());
        }
        if (!config.keepAlive().equals(PoolConfig.DEFAULT_KEEP_ALIVE)) {
            pairs.add("keepAlive=" + DurationText.format(config.keepAlive()));
        }
        formatQueue(config.queue(), pairs);
        if (!config.slowTask().equals(PoolConfig.DEFAULT_SLOW_TASK)) {
            pairs.add("slowTask=" + DurationText.format(config.slowTask()));
        }
        return pairs.toString();
    }

    private static void formatQueue(QueueConfig queue, StringJoiner pairs) {
        if (queue.capacity() > 0) {
            pairs.add("queue=" + queue.capacity());
        }
        queue.timeout().ifPresent(timeout -> pairs.add("queueTimeout=" + DurationText.format(timeout)));
        if (queue.order() != QueueOrder.FIFO) {
            pairs.add("order=" + queue.order().word());
        }
        if (!queue.overloadInterval().equals(QueueConfig.DEFAULT_OVERLOAD_INTERVAL)) {
            pairs.add("overloadInterval=" + DurationText.format(queue.overloadInterval()));
        }
        if (!queue.overloadTimeout().equals(QueueConfig.DEFAULT_OVERLOAD_TIMEOUT)) {
            pairs.add("overloadTimeout=" + DurationText.format(queue.overloadTimeout()));
        }
    }

    private static PoolKind kind(String word) {
        for (PoolKind kind : PoolKind.values()) {
            if (kind.word().equals(word.trim().toLowerCase(Locale.ROOT))) {
                return kind;
            }
        }
        throw new IllegalArgumentException("kind: " + word + " (expected: one of "
                + Arrays.stream(PoolKind.values()).map(PoolKind::word).collect(Collectors.joining(", ")) + ")");
    }

    /** Applies one {@code key=value} pair after the other. */
    private static final class Reader {

        private final PoolConfigBuilder builder;
        private final Set<String> seen = new HashSet<>();
        private QueueConfig queue = QueueConfig.NONE;

        Reader(PoolConfigBuilder builder) {
            this.builder = builder;
        }

        void read(String pair) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("spec: " + pair + " (expected: key=value)");
            }
            String key = pair.substring(0, equals).trim();
            if (!seen.add(key)) {
                throw new IllegalArgumentException("spec: " + key + " (expected: once)");
            }
            apply(key, pair.substring(equals + 1).trim());
        }

        private void apply(String key, String value) {
            switch (key) {
                case "threads" -> builder.threads(number(key, value));
                case "core" -> builder.coreThreads(number(key, value));
                case "max" -> builder.maxThreads(number(key, value));
                case "keepAlive" -> builder.keepAlive(DurationText.parse(key, value));
                case "slowTask" -> builder.slowTask(DurationText.parse(key, value));
                case "queue" -> queue = queue.withCapacity(number(key, value));
                case "queueTimeout" -> queue = queue.withTimeout(DurationText.parse(key, value));
                case "order" -> queue = queue.withOrder(order(value));
                case "overloadInterval" ->
                    queue = queue.withOverload(DurationText.parse(key, value), queue.overloadTimeout());
                case "overloadTimeout" ->
                    queue = queue.withOverload(queue.overloadInterval(), DurationText.parse(key, value));
                default -> throw new IllegalArgumentException("spec: " + key + " (expected: one of " + KEYS + ")");
            }
        }

        private static int number(String key, String value) {
            try {
                return Integer.parseInt(value);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(key + ": " + value + " (expected: a whole number)", e);
            }
        }

        private static QueueOrder order(String word) {
            for (QueueOrder order : QueueOrder.values()) {
                if (order.word().equals(word)) {
                    return order;
                }
            }
            throw new IllegalArgumentException("order: " + word + " (expected: fifo or adaptive-lifo)");
        }
    }
}
