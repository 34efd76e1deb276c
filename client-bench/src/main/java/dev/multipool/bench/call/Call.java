package dev.multipool.bench.call;

import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One call, bound to its connection.
 *
 * <p><b>Threads</b>: used on its connection's event loop alone.
 */
public interface Call {
    /** The error name of an answer about something else than was asked. */
    String WRONG_ANSWER = "WRONG_ANSWER";

    /**
     * Sends it. Whatever becomes of it, {@code end} learns of it once, on the event loop: the answer, or the failure. It
     * may learn of a failure before this returns, never of an answer. An answer is valid until {@code end} returns.
     *
     * @param timeout after which it fails
     */
    void send(Duration timeout, BiConsumer<@Nullable Object, @Nullable Throwable> end);

    /** What an answer that came for it is worth. */
    Verdict judge(Object answer);

    /** The name that a failure is counted by; the failure is null when there was neither an answer nor a failure. */
    String errorName(@Nullable Throwable failure);
}
