package dev.multipool.agent.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The tasks that wait now, by what they wait for: so that who ends a wait can say so.
 *
 * <p><b>Threads:</b> any; nothing waits, and nothing is allocated.
 */
final class Waiters {

    /** Somebody who waits. */
    interface Waiter {
        /** A wait for {@code key} is shortened, or ended, by a thread of {@code pool}; told by that thread. */
        void released(Object key, Object pool);
    }

    static final int NOWHERE = -1;
    private static final int SLOTS = 1024;
    /** How far from its place a waiter may stand. Who finds no place stays unknown, and its wait is told less exactly. */
    private static final int REACH = 16;

    private final AtomicReferenceArray<Waiter> slots = new AtomicReferenceArray<>(SLOTS);
    private final AtomicInteger size = new AtomicInteger();

    /** Adds somebody who waits for {@code key}, and returns the place to be given back. */
    int add(Object key, Waiter waiter) {
        int first = System.identityHashCode(key);
        for (int i = 0; i < REACH; i++) {
            int slot = (first + i) & (SLOTS - 1);
            if (slots.get(slot) == null && slots.compareAndSet(slot, null, waiter)) {
                size.incrementAndGet();
                return slot;
            }
        }
        return NOWHERE;
    }

    void remove(int slot) {
        if (slot != NOWHERE) {
            slots.set(slot, null);
            size.decrementAndGet();
        }
    }

    boolean isEmpty() {
        return size.get() == 0;
    }

    /** Whoever waits for {@code key} has its wait shortened, or ended, by a thread of {@code pool}. */
    void released(Object key, Object pool) {
        int first = System.identityHashCode(key);
        for (int i = 0; i < REACH; i++) {
            Waiter waiter = slots.get((first + i) & (SLOTS - 1));
            if (waiter != null) {
                waiter.released(key, pool);
            }
        }
    }
}
