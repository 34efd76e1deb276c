package dev.multipool.pools;

import dev.multipool.pools.internal.config.Check;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * An executor that measures itself; {@link Pools} makes one.
 *
 * <p>A task that the pool can't take is rejected at once with the reason. Every other task is run, or, when it is a
 * {@link PoolTask}, told why it was not. Of the rest that expire or are dropped, a {@code Future} is cancelled and a plain
 * {@code Runnable} is only counted. That is also what {@code CompletableFuture.supplyAsync} submits, whose future is not done
 * then: use {@link #submit}, or {@link FanOut#compose}.
 *
 * <pre>{@code
 * try (MeasuredPool pool = Pools.create(PoolConfig.parse("business", "fixed:threads=16,queue=1000"))) {
 *     pool.execute(() -> answer(request));
 *     System.out.println(pool.snapshot().utilization());
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> every method may be called by any thread. {@code execute} never waits, but for a {@code direct} pool,
 * which runs the task. Threads are named after the pool: {@code business-1}, {@code business-2}. Whatever a task, a listener
 * or a clock throws, the threads live on; a thread that can't be started is tried again until it can.
 *
 * <p><b>Lifecycle:</b> running from the start; {@link #stop} ends it for good. Threads are started when tasks need them.
 *
 * <p><b>Invariants:</b> (1) every task offered is counted once: {@link TaskCounts}; (2) no task is rejected while a thread
 * is idle or a queue slot is free; (3) at most {@code maxThreads} tasks are in service and at most {@code queueCapacity}
 * wait, but for the time after a bound was lowered.
 */
public interface MeasuredPool extends Executor, ManagedPool, AutoCloseable {

    /** How long {@link #close()} lets queued tasks run. */
    Duration CLOSE_DRAIN = Duration.ofSeconds(5);

    /**
     * Runs the task on one of the pool's threads, now or when one is free.
     *
     * @throws PoolRejectedException when the pool is full, its queue is full, or it is stopped
     */
    @Override
    void execute(Runnable task);

    /**
     * Runs the task, or tells it why not.
     *
     * @throws PoolRejectedException when the pool is full, its queue is full, or it is stopped; {@link PoolTask#notRun}
     *     isn't called then
     */
    default void execute(PoolTask task) {
        execute((Runnable) task);
    }

    /**
     * Runs the tasks as {@link #execute(Runnable)} does, one after the other, but may wake threads for several tasks at a time.
     * So to iterate over them must not block: those that are queued already would wait. A decorated pool wakes threads for each
     * task, as its decorator may take any time.
     *
     * @param tasks the next one is asked for when the one before was accepted
     * @throws PoolRejectedException of the first task that was rejected; those before it were accepted, the rest not offered
     */
    default void executeAll(Iterable<? extends Runnable> tasks) {
        tasks.forEach(this::execute);
    }

    /**
     * Runs the work and returns its future.
     *
     * @throws PoolRejectedException when the pool is full, its queue is full, or it is stopped
     */
    default <T extends @Nullable Object> PoolCall<T> submit(Callable<T> work) {
        PoolCall<T> call = new PoolCall<>(config().name(), work, PoolTask.NO_DEADLINE);
        execute((PoolTask) call);
        return call;
    }

    /**
     * Runs the work, unless it is still queued after {@code timeout}, and returns its future. What the work fans out
     * has no more time than that either.
     *
     * @throws PoolRejectedException when the pool is full, its queue is full, or it is stopped
     */
    default <T extends @Nullable Object> PoolCall<T> submit(Callable<T> work, Duration timeout) {
        Check.positive("timeout", timeout);
        PoolCall<T> call = new PoolCall<>(config().name(), work, clock().nanoTime() + timeout.toNanos());
        execute((PoolTask) call);
        return call;
    }

    /**
     * Returns this pool as the JDK's interface, for those who need one: the same threads, queue and ledger.
     *
     * <p>{@code shutdown} and {@code shutdownNow} stop the pool itself. The latter tells a {@link PoolTask} that it is
     * dropped, and returns every other task that waited. A future that {@code submit} returns here is done a little before
     * its task's place is free and its end is in the ledger; prefer {@link #submit(Callable)} where that matters.
     *
     * @throws IllegalArgumentException when neither this pool nor the one inside was made by {@link Pools}
     */
    default ExecutorService asExecutorService() {
        throw new IllegalArgumentException("pool: " + this + " (expected: one that Pools.create made)");
    }

    /** Returns the clock that the pool measures with and that its tasks' deadlines are given in. */
    NanoClock clock();

    /**
     * Changes the bounds, all at once. Tasks that were accepted stay: after a bound was lowered they are served as the
     * fewer threads come to them, and surplus threads end with their task; after one was raised, queued tasks get the new
     * threads at once.
     *
     * @param coreThreads for fixed pools the same as {@code maxThreads}, for virtual and direct pools 0
     * @throws IllegalArgumentException when {@link PoolConfig} does not allow the bounds; nothing is changed then
     */
    @Override
    void resize(int coreThreads, int maxThreads, int queueCapacity);

    /**
     * Stops the pool: rejects new tasks and lets accepted ones run for {@code drain}. Then it drops those that are still
     * queued, interrupts those that run, and returns without waiting for them. Further calls do the same for their own
     * drain time. Takes half a second longer at most, when a dropped task does not return from being told.
     *
     * @return whether every accepted task has ended and every thread is gone
     */
    boolean stop(Duration drain);

    /** Returns whether the pool was stopped, every accepted task has ended and every thread is gone. */
    boolean isTerminated();

    /** Stops the pool with a drain time of {@link #CLOSE_DRAIN}. */
    @Override
    default void close() {
        stop(CLOSE_DRAIN);
    }
}
