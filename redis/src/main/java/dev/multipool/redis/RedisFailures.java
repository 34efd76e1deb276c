package dev.multipool.redis;

import dev.multipool.redis.RedisUnavailableException.Reason;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Turns what Lettuce throws into the one exception that callers see, with one line that names this Redis. */
final class RedisFailures {
    private final String where;
    private final int requestQueueSize;

    RedisFailures(RedisSettings settings) {
        this.where = "redis at " + settings.hostAndPort() + ": ";
        this.requestQueueSize = settings.requestQueueSize();
    }

    RedisUnavailableException timeout(Duration limit) {
        return new RedisUnavailableException(Reason.TIMEOUT, where + "no answer within " + limit.toMillis() + " ms");
    }

    RedisUnavailableException cannotConnect(Throwable failure) {
        Throwable cause = rootCause(failure);
        if (cause instanceof RedisCommandExecutionException) {
            return new RedisUnavailableException(Reason.OTHER, where + "cannot connect: " + firstLine(cause), failure);
        }
        return new RedisUnavailableException(
                Reason.DISCONNECTED, where + "cannot connect: " + firstLine(cause), failure);
    }

    RedisUnavailableException interrupted(InterruptedException cause) {
        return new RedisUnavailableException(Reason.OTHER, where + "interrupted while waiting for an answer", cause);
    }

    RedisUnavailableException badValue(
            String key, int length, String complaint, String expected, @Nullable Throwable cause) {
        String message =
                where + "value of " + key + " is " + complaint + " (" + length + " bytes; expected: " + expected + ")";
        return new RedisUnavailableException(Reason.BAD_VALUE, message, cause);
    }

    RedisUnavailableException closed() {
        return new RedisUnavailableException(Reason.DISCONNECTED, where + "the repository is closed");
    }

    RedisUnavailableException queueFull(@Nullable Throwable cause) {
        return new RedisUnavailableException(
                Reason.QUEUE_FULL, where + "request queue full (" + requestQueueSize + ")", cause);
    }

    /** Lettuce has no types for most of its refusals, so its words are all there is to tell them apart. */
    RedisUnavailableException of(Throwable failure) {
        Throwable cause = unwrap(failure);
        if (cause instanceof RedisUnavailableException known) {
            return known;
        }
        String text = String.valueOf(cause.getMessage());
        if (text.contains("queue size exceeded") || text.contains("stack size exceeded")) {
            return queueFull(cause);
        }
        if (cause instanceof RedisCommandTimeoutException) {
            return new RedisUnavailableException(Reason.TIMEOUT, where + firstLine(cause), cause);
        }
        if (text.startsWith("WRONGTYPE")) {
            return new RedisUnavailableException(Reason.BAD_VALUE, where + "error reply: " + firstLine(cause), cause);
        }
        if (cause instanceof RedisCommandExecutionException) {
            return new RedisUnavailableException(Reason.OTHER, where + "error reply: " + firstLine(cause), cause);
        }
        return new RedisUnavailableException(Reason.DISCONNECTED, where + "not connected", cause);
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean wrapper = failure instanceof CompletionException || failure instanceof ExecutionException;
        return wrapper && cause != null ? unwrap(cause) : failure;
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null || cause == failure ? failure : rootCause(cause);
    }

    private static String firstLine(Throwable failure) {
        String message = failure.getMessage();
        return message == null
                ? failure.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
