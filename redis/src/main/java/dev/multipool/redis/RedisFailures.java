package dev.multipool.redis;

import dev.multipool.redis.RedisUnavailableException.Reason;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisReadOnlyException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Turns what Lettuce throws into the one exception that callers see, with one line that names this Redis. */
final class RedisFailures {
    /** Redis's own texts are shorter; what a script or a proxy says need not be. */
    private static final int LONGEST_TEXT = 200;

    private final String where;
    private final int requestQueueSize;

    RedisFailures(RedisSettings settings) {
        this.where = "redis " + settings.target().where() + ": ";
        this.requestQueueSize = settings.requestQueueSize();
    }

    RedisUnavailableException timeout(Duration limit) {
        return new RedisUnavailableException(Reason.TIMEOUT, where + "no answer within " + limit.toMillis() + " ms");
    }

    RedisUnavailableException catchingUp() {
        return new RedisUnavailableException(
                Reason.TIMEOUT, where + "replies come too late, so no command is sent until each is there");
    }

    RedisUnavailableException cannotConnect(Throwable failure) {
        Throwable cause = rootCause(failure);
        Reason reason = cause instanceof RedisCommandExecutionException ? Reason.OTHER : Reason.DISCONNECTED;
        return new RedisUnavailableException(reason, where + "cannot connect: " + connectReason(failure), failure);
    }

    /** Whether Lettuce itself was surprised by what happened, so that nobody knows why there is no connection. */
    static boolean isWithoutReason(RedisUnavailableException cannotConnect) {
        return rootCause(cannotConnect) instanceof IllegalStateException;
    }

    RedisUnavailableException unknownMaster(String master) {
        return new RedisUnavailableException(
                Reason.OTHER,
                where + "cannot connect: the Sentinels know no master " + master + " (expected: a name of their"
                        + " configuration)");
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
        if (cause instanceof RedisReadOnlyException) {
            return new RedisUnavailableException(
                    Reason.OTHER, where + "error reply: " + firstLine(cause) + " (expected: a master)", cause);
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

    /** What went wrong innermost, with the word TLS before it where that was what failed. */
    private static String connectReason(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = inner(cause)) {
            if (cause instanceof SSLException) {
                return "TLS: " + firstLine(rootCause(failure));
            }
        }
        return firstLine(rootCause(failure));
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable inner = inner(failure);
        return inner == null ? failure : rootCause(inner);
    }

    /** Where several servers were tried, Lettuce adds what each said as suppressed. */
    private static @Nullable Throwable inner(Throwable failure) {
        Throwable cause = failure.getCause();
        if (cause != null && cause != failure) {
            return cause;
        }
        return failure.getSuppressed().length == 0 ? null : failure.getSuppressed()[0];
    }

    /** Callers far away and terminals get to see it: it is short, and has no codes that a terminal would obey. */
    private static String firstLine(Throwable failure) {
        String message = failure.getMessage();
        if (message == null) {
            return failure.getClass().getSimpleName();
        }
        String line = message.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
        return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT) + "…";
    }
}
