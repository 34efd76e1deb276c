package dev.multipool.pools;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The door of a pool: how many tasks are in flight, how many threads still tell of a task that has left, and whether new
 * tasks may come in. All in one word, so that they are decided together.
 */
final class Admission {

    /*
     * The lower half of the word counts the tasks in flight: those that hold a place. The upper half counts the threads
     * that are not free although their task's place is. The sign bit says that the door is shut.
     *
     * The two are apart because those who wait for a task may submit the next one as soon as they hear of its end: they
     * must find a place then. But what they do when they hear of it (a continuation) runs on the task's thread, for as
     * long as it likes. So the place is free first and the thread last; whoever needs a thread counts both.
     */

    static final int REJECTED_FULL = -1;
    static final int REJECTED_SHUT = -2;
    private static final long SHUT = Long.MIN_VALUE;
    private static final long PLACE = 1;
    private static final long THREAD = 1L << 32;
    private static final int WORD = 16;

    /** One word in the middle of an array: every task writes it, so nothing else may be in its cache line. */
    private final AtomicLongArray words = new AtomicLongArray(32);

    /** Lets a task in and returns how many were in flight before, or returns one of the two rejections. */
    int enter(int bound) {
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
    boolean leave() {
        return words.addAndGet(WORD, -PLACE) == SHUT;
    }

    /** A task leaves; its thread isn't free before {@link #freeThread}. */
    void freePlace() {
        words.addAndGet(WORD, THREAD - PLACE);
    }

    /** The thread of a task that has left is free; returns whether it was the last one and the door is shut. */
    boolean freeThread() {
        return words.addAndGet(WORD, -THREAD) == SHUT;
    }

    /** Shuts the door; returns whether this call did it. */
    boolean shut() {
        return words.getAndUpdate(WORD, now -> now | SHUT) >= 0;
    }

    boolean isShut() {
        return words.get(WORD) < 0;
    }

    /** Whether the door is shut and nobody is inside. */
    boolean isOver() {
        return words.get(WORD) == SHUT;
    }

    /** The exception for a task that may not come in. */
    PoolRejectedException rejection(PoolConfig config, boolean shut) {
        RejectReason reason = shut
                ? RejectReason.SHUT_DOWN
                : config.queueCapacity() == 0 ? RejectReason.POOL_FULL : RejectReason.QUEUE_FULL;
        int inFlight = shut ? inFlight() : config.bound();
        int queueDepth = Math.max(0, inFlight - config.maxThreads());
        return new PoolRejectedException(
                config.name(), reason, config.maxThreads(), config.queueCapacity(), inFlight, queueDepth);
    }

    int inFlight() {
        return (int) words.get(WORD);
    }

    /** How many threads the tasks need: those in flight, and those whose threads aren't free yet. */
    int threadsNeeded() {
        long now = words.get(WORD) & ~SHUT;
        return (int) now + (int) (now >>> 32);
    }
}
