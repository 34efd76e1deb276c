package dev.multipool.pools;

import dev.multipool.pools.JoinException.Reason;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One fan-out that is under way. */
final class Join<T extends @Nullable Object> {

    /*
     * Every subtask is a future, and a future is done once whatever happens to it: result, failure, cancellation, expiry
     * in the queue, drop at shutdown. The latch is counted down there and nowhere else, so it can't be left short. A
     * subtask that was never accepted makes the join fail before anyone waits.
     */

    private final MeasuredPool pool;
    private final long deadlineNanos;
    private final boolean failFast;
    private final List<Subtask> subtasks = new ArrayList<>();
    private final AtomicReference<@Nullable JoinException> failure = new AtomicReference<>();
    /** Null while nobody has asked for one. */
    private volatile @Nullable CompletableFuture<List<T>> future;

    private CountDownLatch left = new CountDownLatch(0);

    Join(MeasuredPool pool, long deadlineNanos, boolean failFast) {
        this.pool = pool;
        this.deadlineNanos = deadlineNanos;
        this.failFast = failFast;
    }

    void submit(List<? extends Callable<T>> work) {
        left = new CountDownLatch(work.size());
        for (int i = 0; i < work.size(); i++) {
            subtasks.add(new Subtask(i, work.get(i)));
        }
        Undone undone = new Undone();
        try {
            pool.executeAll(() -> undone);
        } catch (PoolRejectedException e) {
            cancelAll();
            throw exception(Reason.REJECTED, undone.place - 1, e);
        } catch (Throwable e) {
            cancelAll();
            throw e;
        }
    }

    /** Waits until every subtask is done or the deadline has passed. */
    void await() throws InterruptedException {
        WaitScope wait = WaitScope.open(WaitCause.JOIN);
        try {
            long nanos = deadlineNanos - pool.clock().nanoTime();
            if (!left.await(nanos, TimeUnit.NANOSECONDS)) {
                failure.compareAndSet(null, exception(Reason.TIMED_OUT, -1, null));
            }
        } finally {
            wait.close();
            if (left.getCount() > 0) {
                cancelAll();
            }
        }
    }

    /** The results in order, after {@link #await}. */
    List<T> results() {
        JoinException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        List<T> results = new ArrayList<>(subtasks.size());
        for (Subtask subtask : subtasks) {
            SubtaskResult<T> result = subtask.result();
            if (!result.isSuccess()) {
                throw exception(Reason.SUBTASK_FAILED, subtask.index, result.failure());
            }
            results.add(result.value());
        }
        return results;
    }

    /** What became of each subtask, after {@link #await}. */
    List<SubtaskResult<T>> allResults() {
        return subtasks.stream().map(Subtask::result).toList();
    }

    /** A future of the results; nobody needs to call {@link #await}. */
    CompletableFuture<List<T>> toFuture() {
        CompletableFuture<List<T>> composed = new CompletableFuture<>();
        try {
            startTimer(composed);
        } catch (Throwable e) {
            cancelAll();
            throw e;
        }
        future = composed;
        completeIfDone();
        return composed;
    }

    private void startTimer(CompletableFuture<List<T>> composed) {
        long nanos = Math.max(0, deadlineNanos - pool.clock().nanoTime());
        CompletableFuture<Void> timer = new CompletableFuture<>();
        var unusedTimer = timer.orTimeout(nanos, TimeUnit.NANOSECONDS).whenComplete((nothing, timeout) -> {
            if (timeout != null) {
                composed.completeExceptionally(exception(Reason.TIMED_OUT, -1, null));
            }
        });
        var unusedFuture = composed.whenComplete((results, e) -> {
            timer.complete(null);
            cancelAll();
        });
    }

    private void completeIfDone() {
        CompletableFuture<List<T>> composed = future;
        if (composed != null && (failure.get() != null || left.getCount() == 0)) {
            try {
                composed.complete(results());
            } catch (Throwable e) {
                composed.completeExceptionally(e);
            }
        }
    }

    private void cancelAll() {
        for (Subtask subtask : subtasks) {
            subtask.cancel(true);
        }
    }

    private JoinException exception(Reason reason, int subtask, @Nullable Throwable cause) {
        int finished = (int) subtasks.stream().filter(Subtask::isFinished).count();
        return new JoinException(pool.config().name(), reason, subtask, finished, subtasks.size(), cause);
    }

    /** The subtasks that are not done when it is their turn: one that fails cancels those that follow. */
    private final class Undone implements Iterator<Runnable> {

        int place;

        @Override
        public boolean hasNext() {
            while (place < subtasks.size() && subtasks.get(place).isDone()) {
                place++;
            }
            return place < subtasks.size();
        }

        @Override
        public Runnable next() {
            if (place == subtasks.size()) {
                throw new NoSuchElementException();
            }
            return subtasks.get(place++);
        }
    }

    /** One subtask; its index is its place in the results. */
    private final class Subtask extends PoolCall<T> {

        private final int index;

        Subtask(int index, Callable<T> work) {
            super(pool.config().name(), work, deadlineNanos);
            this.index = index;
        }

        @Override
        protected void done() {
            try {
                Throwable thrown = failure();
                if (thrown != null && failFast && !isCancelled() && fail(thrown)) {
                    cancelAll();
                }
            } finally {
                left.countDown();
                completeIfDone();
            }
        }

        /** Whether it came to a result. */
        private boolean isFinished() {
            return isDone() && !isCancelled() && failure() == null;
        }

        private boolean fail(Throwable cause) {
            return failure.compareAndSet(null, exception(Reason.SUBTASK_FAILED, index, cause));
        }

        /** What became of this subtask, which is done or cancelled. */
        SubtaskResult<T> result() {
            try {
                return new SubtaskResult<>(get(), null);
            } catch (CancellationException e) {
                return new SubtaskResult<>(null, new TimeoutException("subtask " + index + ": not done in time"));
            } catch (ExecutionException e) {
                return new SubtaskResult<>(null, e.getCause());
            } catch (InterruptedException e) {
                throw new IllegalStateException("subtask " + index + " (expected: done)", e);
            }
        }
    }
}
