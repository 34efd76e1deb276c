package dev.multipool.redis.provision;

import org.jspecify.annotations.Nullable;

/** There is no Redis of the kind asked for; the one-line message says why. */
public class NoRedisException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NoRedisException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
