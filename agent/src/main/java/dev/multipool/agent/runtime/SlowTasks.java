package dev.multipool.agent.runtime;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.TaskOutcome;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The last tasks of all pools that took long, from arrival to end.
 *
 * <p>Where all tasks are slow, most are counted only: at most one in {@value #NANOS_BETWEEN} ns is kept. So they cost no more than
 * others do.
 *
 * <p><b>Threads:</b> any.
 */
final class SlowTasks {

    static final int MOST = 100;

    private static final NanoClock CLOCK = NanoClock.system();
    private static final long NANOS_BETWEEN = 10_000_000;

    private final long leastNanos;
    private final InstantSource timeOfDay;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong keptNanos = new AtomicLong(CLOCK.nanoTime() - NANOS_BETWEEN);
    /** The newest first. @GuardedBy("ended") */
    private final Deque<SlowTask> ended = new ArrayDeque<>();

    /**
     * None yet.
     *
     * @param leastNanos from here on a task is slow
     */
    SlowTasks(long leastNanos, InstantSource timeOfDay) {
        this.leastNanos = leastNanos;
        this.timeOfDay = timeOfDay;
    }

    /** Whether a task is slow that took so long from its arrival. */
    boolean isSlow(long nanos) {
        return nanos >= leastNanos;
    }

    /**
     * A slow task has ended, on the current thread.
     *
     * @param stack of the thread while it ran; empty where nobody looked
     */
    void ended(
            @Nullable String pool,
            TaskOutcome outcome,
            long arrived,
            long started,
            long now,
            List<StackTraceElement> stack) {
        count.incrementAndGet();
        long kept = keptNanos.get();
        if (now - kept < NANOS_BETWEEN || !keptNanos.compareAndSet(kept, now)) {
            return;
        }
        SlowTask task = new SlowTask(
                pool == null ? "unnamed" : pool,
                Thread.currentThread().getName(),
                outcome,
                timeOfDay.millis(),
                started - arrived,
                now - started,
                SlowTask.frames(stack));
        synchronized (ended) {
            if (ended.size() == MOST) {
                ended.removeLast();
            }
            ended.addFirst(task);
        }
    }

    long leastNanos() {
        return leastNanos;
    }

    /** Those that have ended so far, whether or not they are kept. */
    long count() {
        return count.get();
    }

    /** The last of them, the newest first. */
    List<SlowTask> last() {
        synchronized (ended) {
            return new ArrayList<>(ended);
        }
    }
}
