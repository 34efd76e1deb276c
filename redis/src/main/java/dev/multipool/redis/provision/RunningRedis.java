package dev.multipool.redis.provision;

import dev.multipool.redis.RedisTarget;
import java.net.URI;
import java.util.OptionalLong;

/**
 * A Redis that answers, and its life where it is ours.
 *
 * <p><b>Lifecycle:</b> {@link #close} ends a Redis of ours, within seconds, and leaves a given one alone; closing twice is
 * closing once. A Redis of ours also ends when this JVM ends, however it ends.
 */
public interface RunningRedis extends AutoCloseable {
    /** Which Redis this is, and how one is let in. */
    RedisTarget target();

    /** Its URI, with user and password where they were given in it. */
    default URI uri() {
        return target().uri();
    }

    /** The version it reports, such as {@code 7.0.15}. */
    String version();

    RedisKind kind();

    /** What is said of it at start: which Redis, its version, where it is, and why not the one before in order. */
    String description();

    /**
     * The process of the server where it is ours and visible from here: to measure its CPU time, to pin it, or to kill it
     * in tests. It may have ended since.
     */
    OptionalLong processId();

    @Override
    void close();
}
