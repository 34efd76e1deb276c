package dev.multipool.redis;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a Redis and how long to wait for it.
 *
 * @param target which Redis, and how to be let in
 * @param timeouts how long to wait for what
 * @param requestQueueSize how many commands may wait for an answer on each connection; one more is rejected
 * @param connections how many connections reads are spread over, to a Cluster to each of its masters; on borrowed event
 *     loops at least one for each loop
 * @param gatherReads whether asynchronous reads that an event loop is asked for together travel as one MGET; never so to
 *     a Cluster, which refuses keys of several slots in one command
 * @param measureCommands whether each command's time is measured: {@link LettuceRepositories#commandTimes()}
 */
public record RedisSettings(
        RedisTarget target,
        Timeouts timeouts,
        int requestQueueSize,
        int connections,
        boolean gatherReads,
        boolean measureCommands) {

    public RedisSettings {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(timeouts, "timeouts");
        if (requestQueueSize < 1) {
            throw new IllegalArgumentException("requestQueueSize: " + requestQueueSize + " (expected: >= 1)");
        }
        if (connections < 1) {
            throw new IllegalArgumentException("connections: " + connections + " (expected: >= 1)");
        }
    }

    /**
     * How long to wait for what.
     *
     * @param command the longest a read may take, from the call to its answer
     * @param connect the longest a connection attempt may take, the handshake included
     * @param silence how long a connection may owe replies without a byte, or with none that a caller still waits for; then
     *     it is closed and made again
     */
    public record Timeouts(Duration command, Duration connect, Duration silence) {
        private static final Duration SHORTEST_SILENCE = Duration.ofMillis(50);
        private static final Duration SHORTEST_DEFAULT_SILENCE = Duration.ofMillis(500);

        public Timeouts {
            requirePositive("commandTimeout", command);
            requirePositive("connectTimeout", connect);
            if (silence.compareTo(SHORTEST_SILENCE) < 0) {
                throw new IllegalArgumentException(
                        "silenceTimeout: " + silence + " (expected: >= " + SHORTEST_SILENCE + ")");
            }
        }

        private static void requirePositive(String name, Duration duration) {
            if (duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException(name + ": " + duration + " (expected: > 0)");
            }
        }

        /** By then every caller has given up who waited when the silence began. */
        static Duration defaultSilence(Duration command) {
            Duration twice = command.multipliedBy(2);
            return twice.compareTo(SHORTEST_DEFAULT_SILENCE) < 0 ? SHORTEST_DEFAULT_SILENCE : twice;
        }
    }

    /** The longest a read may take, from the call to its answer. */
    public Duration commandTimeout() {
        return timeouts.command();
    }

    /** The longest a connection attempt may take, the handshake included. */
    public Duration connectTimeout() {
        return timeouts.connect();
    }

    /** How long a connection may owe replies and give none that is of use. */
    public Duration silenceTimeout() {
        return timeouts.silence();
    }

    /** Settings for this Redis; everything else is the default. */
    public static RedisSettings of(URI uri) {
        return builder(uri).build();
    }

    public static Builder builder(URI uri) {
        return builder(RedisTarget.of(uri));
    }

    public static Builder builder(RedisTarget target) {
        return new Builder(target);
    }

    /** Whether reads that come together travel together. */
    boolean gathers() {
        return gatherReads && target.topology() != RedisTopology.CLUSTER;
    }

    /** Builds {@link RedisSettings}; what is not set keeps its default. */
    public static final class Builder {
        private final RedisTarget target;
        private Duration commandTimeout = Duration.ofMillis(200);
        private Duration connectTimeout = Duration.ofSeconds(2);
        private @Nullable Duration silenceTimeout;
        private int requestQueueSize = 2_000;
        private int connections = 1;
        private boolean gatherReads = true;
        private boolean measureCommands;

        private Builder(RedisTarget target) {
            this.target = target;
        }

        /** Default: 200 ms. */
        public Builder commandTimeout(Duration commandTimeout) {
            this.commandTimeout = commandTimeout;
            return this;
        }

        /** Default: 2 s. */
        public Builder connectTimeout(Duration connectTimeout) {
            this.connectTimeout = connectTimeout;
            return this;
        }

        /** Default: twice the command timeout, at least 500 ms. At least 50 ms. */
        public Builder silenceTimeout(Duration silenceTimeout) {
            this.silenceTimeout = silenceTimeout;
            return this;
        }

        /** Default: 2000. */
        public Builder requestQueueSize(int requestQueueSize) {
            this.requestQueueSize = requestQueueSize;
            return this;
        }

        /** Default: 1. */
        public Builder connections(int connections) {
            this.connections = connections;
            return this;
        }

        /** Default: yes. */
        public Builder gatherReads(boolean gatherReads) {
            this.gatherReads = gatherReads;
            return this;
        }

        /** Default: no, since it costs each command two readings of the clock. */
        public Builder measureCommands(boolean measureCommands) {
            this.measureCommands = measureCommands;
            return this;
        }

        public RedisSettings build() {
            Duration silence = silenceTimeout == null ? Timeouts.defaultSilence(commandTimeout) : silenceTimeout;
            return new RedisSettings(
                    target,
                    new Timeouts(commandTimeout, connectTimeout, silence),
                    requestQueueSize,
                    connections,
                    gatherReads,
                    measureCommands);
        }
    }
}
