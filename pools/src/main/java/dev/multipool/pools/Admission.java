package dev.multipool.pools;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The door of a pool: how many tasks are in flight and whether new ones may come in, in one word, so that the two are
 * decided together. The sign bit says that the door is shut.
 */
final class Admission {

    static final int REJECTED_FULL = -1;
    static final int REJECTED_SHUT = -2;
    private static final int SHUT = Integer.MIN_VALUE;
    private static final int WORD = 32;

    /** One word in the middle of an array: every task writes it, so nothing else may be in its cache line. */
    private final AtomicIntegerArray words = new AtomicIntegerArray(64);

    /** Lets a task in and returns how many were in flight before, or returns one of the two rejections. */
    int enter(int bound) {
        while (true) {
            int before = words.get(WORD);
            if (before < 0) {
                return REJECTED_SHUT;
            }
            if (before >= bound) {
                return REJECTED_FULL;
            }
            if (words.compareAndSet(WORD, before, before + 1)) {
                return before;
            }
        }
    }

    /** A task leaves; returns whether it was the last one and the door is shut. */
    boolean leave() {
        return words.decrementAndGet(WORD) == SHUT;
    }

    /** Shuts the door; returns whether this call did it. */
    boolean shut() {
        return words.getAndUpdate(WORD, now -> now | SHUT) >= 0;
    }

    boolean isShut() {
        return words.get(WORD) < 0;
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
        return words.get(WORD) & ~SHUT;
    }
}
