package dev.multipool.pools;

import dev.multipool.pools.internal.TaskContext;
import dev.multipool.pools.internal.config.Check;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs subtasks on a pool and waits for all of them.
 *
 * <pre>{@code
 * List<Price> prices = FanOut.on(select).join(queries, Duration.ofMillis(50));
 * }</pre>
 *
 * <p>The waiting thread can belong to another pool, and a subtask can fan out again (business -> common -> select). A
 * thread that waits for its own pool can wait for ever: {@link PoolGraph} refuses such pools, and every join here ends at
 * its deadline at the latest.
 *
 * <p><b>Deadline:</b> now plus the timeout, or the deadline of the task that the calling thread serves if that is sooner.
 * Subtasks inherit it: one that is still queued then is not run, and what it fans out has no more time than it has.
 *
 * <p><b>Threads:</b> safe for use by many threads. The time that a caller is blocked goes to the ledger of the pool that
 * the caller's thread belongs to, as join wait. With a {@code virtual} pool the subtasks run on virtual threads; with
 * {@link #compose} nobody is blocked.
 *
 * <p><b>Invariants:</b> (1) results are in the order of the subtasks; (2) a failed, rejected, timed out or interrupted
 * join has cancelled every subtask that was not done; (3) a rejection fails the join at once.
 */
public final class FanOut {

    private final MeasuredPool pool;

    private FanOut(MeasuredPool pool) {
        this.pool = pool;
    }

    /** Returns joins whose subtasks run on the given pool. */
    public static FanOut on(MeasuredPool pool) {
        return new FanOut(Objects.requireNonNull(pool, "pool"));
    }

    /**
     * Runs the subtasks and returns their results; the first failure cancels the rest.
     *
     * @throws JoinException when a subtask failed or was rejected, or the deadline passed
     * @throws InterruptedException when the calling thread was interrupted while it waited
     */
    public <T extends @Nullable Object> List<T> join(List<? extends Callable<T>> subtasks, Duration timeout)
            throws InterruptedException {
        Join<T> join = submit(subtasks, timeout, true);
        join.await();
        return join.results();
    }

    /**
     * Runs the subtasks and returns what became of each; those not done at the deadline are cancelled.
     *
     * @throws JoinException when a subtask was rejected
     * @throws InterruptedException when the calling thread was interrupted while it waited
     */
    public <T extends @Nullable Object> List<SubtaskResult<T>> joinAll(
            List<? extends Callable<T>> subtasks, Duration timeout) throws InterruptedException {
        Join<T> join = submit(subtasks, timeout, false);
        join.await();
        return join.allResults();
    }

    /**
     * Runs the subtasks and returns a future of their results; the first failure cancels the rest. The thread that ends
     * the last subtask completes the future; after a failure or the timeout it is completed exceptionally with a {@link
     * JoinException}. Cancelling the future cancels the subtasks.
     */
    public <T extends @Nullable Object> CompletableFuture<List<T>> compose(
            List<? extends Callable<T>> subtasks, Duration timeout) {
        try {
            return submit(subtasks, timeout, true).toFuture();
        } catch (JoinException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private <T extends @Nullable Object> Join<T> submit(
            List<? extends Callable<T>> subtasks, Duration timeout, boolean failFast) {
        Check.positive("timeout", timeout);
        long deadlineNanos =
                TaskContext.soonerDeadline(pool.clock(), pool.clock().nanoTime() + timeout.toNanos());
        Join<T> join = new Join<>(pool, deadlineNanos, failFast);
        join.submit(subtasks);
        return join;
    }
}
