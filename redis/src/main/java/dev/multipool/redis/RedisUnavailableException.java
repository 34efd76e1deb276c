package dev.multipool.redis;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Redis gave no valid answer; the one-line message says which Redis, what happened and what was expected, for example
 * {@code redis at 127.0.0.1:6379: no answer within 200 ms}.
 */
public class RedisUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why there is no answer. */
    public enum Reason {
        /** Connected, but no answer came within the command timeout, or within the caller's time where that is shorter. */
        TIMEOUT,
        /** There is no connection, or it broke under the call. */
        DISCONNECTED,
        /** As many calls as allowed already wait for an answer. */
        QUEUE_FULL,
        /** The key holds something that is not what was asked for. */
        BAD_VALUE,
        /** Anything else: an error reply, or an interrupted caller. */
        OTHER
    }

    private final Reason reason;

    public RedisUnavailableException(Reason reason, String message) {
        this(reason, message, null);
    }

    public RedisUnavailableException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** Why there is no answer. */
    public Reason reason() {
        return reason;
    }
}
