package dev.multipool.pools.internal;

import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.RejectReason;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The door of a pool: how many tasks are in flight, how many threads still tell of a task that has left, and whether new
 * tasks may come in. All in one word, so that they are decided together.
 */
public final class Admission {

    /*
     * The lower half of the word counts the tasks in flight: those that hold a place. The upper half counts the threads
     * that are not free although their task's place is. The sign bit says that the door is shut.
     *
     * The two are apart because those who wait for a task may submit the next one as soon as they hear of its end: they
     * must find a place then. But what they do when they hear of it (a continuation) runs on the task's thread, for as
     * long as it likes. So the place is free first and the thread last; whoever needs a thread counts both.
     */

    static final int REJECTED_FULL = -1;
    public static final int REJECTED_SHUT = -2;
    private static final long SHUT = Long.MIN_VALUE;
    private static final long PLACE = 1;
    private static final long THREAD = 1L << 32;
    private static final int WORD = 16;

    /** One word in the middle of an array: every task writes it, so nothing else may be in its cache line. */
    private final AtomicLongArray words = new AtomicLongArray(32);

    /** The most tasks in flight: threads and queue slots. */
    public static int bound(PoolConfig config) {
        return config.maxThreads() + config.queueCapacity();
    }

    /** Lets a task in and returns how many were in flight before, or returns one of the two rejections. */
    public int enter(int bound) {
        while (true) {
            long before = words.get(WORD);
            if (before < 0) {
                return REJECTED_SHUT;
            }
            int inFlight = (int) before;
            if (inFlight >= bound) {
                return REJECTED_FULL;
            }
            if (words.compareAndSet(WORD, before, before + PLACE)) {
                return inFlight;
            }
        }
    }

    /** A task leaves and its thread is free; returns whether it was the last one and the door is shut. */
    public boolean leave() {
        return words.addAndGet(WORD, -PLACE) == SHUT;
    }

    /** A task leaves; its thread isn't free before {@link #freeThread}. */
    public void freePlace() {
        words.addAndGet(WORD, THREAD - PLACE);
    }

    /** The thread of a task that has left is free; returns whether it was the last one and the door is shut. */
    public boolean freeThread() {
        return words.addAndGet(WORD, -THREAD) == SHUT;
    }

    /** Shuts the door; returns whether this call did it. */
    public boolean shut() {
        return words.getAndUpdate(WORD, now -> now | SHUT) >= 0;
    }

    public boolean isShut() {
        return words.get(WORD) < 0;
    }

    /** Whether the door is shut and nobody is inside. */
    public boolean isOver() {
        return words.get(WORD) == SHUT;
    }

    /** The exception for a task that may not come in. */
    public PoolRejectedException rejection(PoolConfig config, boolean shut) {
        RejectReason reason = shut
                ? RejectReason.SHUT_DOWN
                : config.queueCapacity() == 0 ? RejectReason.POOL_FULL : RejectReason.QUEUE_FULL;
        int inFlight = shut ? inFlight() : bound(config);
        int queueDepth = Math.max(0, inFlight - config.maxThreads());
        return new PoolRejectedException(
                config.name(), reason, config.maxThreads(), config.queueCapacity(), inFlight, queueDepth);
    }

    public int inFlight() {
        return (int) words.get(WORD);
    }

    /** How many threads the tasks need: those in flight, and those whose threads aren't free yet. */
    public int threadsNeeded() {
        long now = words.get(WORD) & ~SHUT;
        return (int) now + (int) (now >>> 32);
    }
}
