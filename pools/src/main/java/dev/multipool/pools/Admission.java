package dev.multipool.pools;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The door of a pool: how many tasks are in flight and whether new ones may come in, in one word, so that the two are
 * decided together. The sign bit says that the door is shut.
 */
final class Admission {

    static final int REJECTED_FULL = -1;
    static final int REJECTED_SHUT = -2;
    private static final int SHUT = Integer.MIN_VALUE;

    private final AtomicInteger word = new AtomicInteger();

    /** Lets a task in and returns how many were in flight before, or returns one of the two rejections. */
    int enter(int bound) {
        while (true) {
            int before = word.get();
            if (before < 0) {
                return REJECTED_SHUT;
            }
            if (before >= bound) {
                return REJECTED_FULL;
            }
            if (word.compareAndSet(before, before + 1)) {
                return before;
            }
        }
    }

    /** A task leaves; returns whether it was the last one and the door is shut. */
    boolean leave() {
        return word.decrementAndGet() == SHUT;
    }

    /** Shuts the door; returns whether this call did it. */
    boolean shut() {
        return word.getAndUpdate(now -> now | SHUT) >= 0;
    }

    boolean isShut() {
        return word.get() < 0;
    }

    int inFlight() {
        return word.get() & ~SHUT;
    }
}
