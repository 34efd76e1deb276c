package dev.multipool.pools.internal.queue;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.QueueConfig;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** First in, first out while the pool keeps up; under overload last in, first out, shedding what waited too long. */
public final class AdaptiveQueue implements TaskQueue {

    /*
     * After B. Maurer, "Fail at Scale" (ACM Queue 13/8, 2015): a queue that has not been empty for the interval is a
     * standing one. The callers of its oldest tasks are closest to giving up, so the newest task is served first. Before
     * that, tasks that waited longer than the (short) overload timeout are shed, oldest first.
     * In a queue that was empty within the interval nothing can be older than the interval.
     *
     * Tasks sit in a ring from `oldest` on; both ends are taken from, so this one needs a lock.
     */

    private static final int FIRST_SIZE = 64;

    private final NanoClock clock;
    private final long intervalNanos;
    private final long timeoutNanos;

    // the rest: @GuardedBy("this")
    private @Nullable Runnable[] tasks = new Runnable[FIRST_SIZE];
    private long[] enqueued = new long[FIRST_SIZE];
    private int oldest;
    private volatile int size;
    private long standingSinceNanos;

    public AdaptiveQueue(QueueConfig config, NanoClock clock) {
        this.clock = clock;
        this.intervalNanos = config.overloadInterval().toNanos();
        this.timeoutNanos = config.overloadTimeout().toNanos();
    }

    @Override
    public synchronized void offer(Runnable task, long enqueuedNanos) {
        if (size == 0) {
            standingSinceNanos = enqueuedNanos;
        }
        if (size == tasks.length) {
            grow();
        }
        int slot = slot(size);
        tasks[slot] = task;
        enqueued[slot] = enqueuedNanos;
        size = size + 1;
    }

    @Override
    public boolean poll(TaskSlot into) {
        return size > 0 && poll(into, clock.nanoTime());
    }

    private synchronized boolean poll(TaskSlot into, long now) {
        if (size == 0) {
            return false;
        }
        boolean overloaded = now - standingSinceNanos > intervalNanos;
        boolean shed = overloaded && now - enqueued[oldest] > timeoutNanos;
        int slot = overloaded && !shed ? slot(size - 1) : oldest;
        into.task = tasks[slot];
        into.enqueuedNanos = enqueued[slot];
        into.shed = shed;
        tasks[slot] = null;
        if (slot == oldest) {
            oldest = slot(1);
        }
        size = size - 1;
        return true;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public synchronized int purge(Predicate<Runnable> gone) {
        int before = size;
        int kept = 0;
        for (int i = 0; i < before; i++) {
            int from = slot(i);
            Runnable task = Objects.requireNonNull(tasks[from]);
            tasks[from] = null;
            if (!gone.test(task)) {
                int to = slot(kept++);
                tasks[to] = task;
                enqueued[to] = enqueued[from];
            }
        }
        size = kept;
        return before - kept;
    }

    private int slot(int index) {
        return oldest + index & tasks.length - 1;
    }

    private void grow() {
        int length = tasks.length;
        @Nullable Runnable[] moreTasks = Arrays.copyOfRange(tasks, oldest, oldest + 2 * length);
        long[] moreEnqueued = Arrays.copyOfRange(enqueued, oldest, oldest + 2 * length);
        System.arraycopy(tasks, 0, moreTasks, length - oldest, oldest);
        System.arraycopy(enqueued, 0, moreEnqueued, length - oldest, oldest);
        tasks = moreTasks;
        enqueued = moreEnqueued;
        oldest = 0;
    }
}
