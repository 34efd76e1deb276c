package dev.multipool.pools;

import dev.multipool.pools.internal.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Tells the ledger of the pool that the current thread belongs to what the thread is waiting for.
 *
 * <pre>{@code
 * WaitScope wait = WaitScope.open(WaitCause.IO);
 * try {
 *     return reply.get(50, MILLISECONDS);
 * } finally {
 *     wait.close();
 * }
 * }</pre>
 *
 * <p>Outside a pool's thread it does nothing. Of nested scopes only the innermost counts, so no nanosecond is counted
 * twice. The time is counted when the scope closes.
 *
 * <p><b>Threads:</b> open and close on the same thread; never blocks, allocates nothing in steady state.
 *
 * <p><b>Lifecycle:</b> close once, inner scopes first; a scope that the task left open ends with the task, uncounted.
 */
public final class WaitScope extends TaskContext.Scope implements AutoCloseable {

    private static final WaitScope NOWHERE = new WaitScope(null, 0);

    private WaitScope(@Nullable TaskContext context, int depth) {
        super(context, depth);
    }

    /** Begins to count the current thread's time as waiting for {@code cause}. */
    public static WaitScope open(WaitCause cause) {
        TaskContext context = TaskContext.current();
        return context == null ? NOWHERE : context.open(cause, WaitScope::new);
    }

    /**
     * Returns how long the task that the current thread serves has waited for {@code cause} so far, in scopes that are
     * closed; 0 outside a pool's thread. What its subtasks waited for on other threads is not part of it.
     */
    public static long taskNanos(WaitCause cause) {
        TaskContext context = TaskContext.current();
        return context == null ? 0 : context.waitedNanos(cause);
    }

    /** Ends the scope; what encloses it counts again. */
    @Override
    public void close() {
        end();
    }
}
