package dev.multipool.redis.source;

import org.jspecify.annotations.Nullable;

/** There is no Redis of the kind asked for; the one-line message says why. */
public class RedisSourceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RedisSourceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
