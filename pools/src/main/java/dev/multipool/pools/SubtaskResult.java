package dev.multipool.pools;

import org.jspecify.annotations.Nullable;

/**
 * What became of one subtask of a join that collects all.
 *
 * @param value the result; null when the subtask failed (or returned null)
 * @param failure what it threw, why it was not run, or a {@link java.util.concurrent.TimeoutException} when it was not
 *     done at the deadline; null when it ended well
 */
public record SubtaskResult<T extends @Nullable Object>(
        @Nullable T value, @Nullable Throwable failure) {

    /** Returns whether the subtask ended well. */
    public boolean isSuccess() {
        return failure == null;
    }
}
