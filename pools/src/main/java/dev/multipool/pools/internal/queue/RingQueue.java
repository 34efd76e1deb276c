package dev.multipool.pools.internal.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** First in, first out, for many submitters and many workers, without locks and without allocation in steady state. */
public final class RingQueue implements TaskQueue {

    /*
     * A ring is D. Vyukov's bounded queue: each slot carries a sequence number that says whose turn it is. While
     * the number of slot i is p, the slot is free for the offer at position p. It holds that task at p + 1, and is free
     * for the next lap at p + capacity. Positions are claimed by compare-and-set, so a claimed slot has one owner.
     *
     * A ring that is full is closed: its tail gets the sign bit, so no position can be claimed any more. A ring of twice
     * the size follows it. Workers move on when a closed ring is drained. The order stays first in, first out, and
     * the memory follows the deepest queue so far rather than the configured bound.
     */

    private static final int FIRST_SIZE = 256;
    private static final int MOST_SIZE = 1 << 26;

    private volatile Ring first;
    private volatile Ring last;

    public RingQueue() {
        last = new Ring(FIRST_SIZE);
        first = last;
    }

    @Override
    public void offer(Runnable task, long enqueuedNanos) {
        Ring ring = last;
        while (!ring.offer(task, enqueuedNanos)) {
            ring = growAfter(ring);
        }
    }

    @Override
    public boolean poll(TaskSlot slot) {
        while (true) {
            Ring ring = first;
            if (ring.poll(slot)) {
                return true;
            }
            Ring next = ring.next;
            if (next == null || !ring.isDrained()) {
                return false;
            }
            moveOn(ring, next);
        }
    }

    @Override
    public boolean isEmpty() {
        for (Ring ring = first; ring != null; ring = ring.next) {
            if (!ring.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Takes every task out and puts back those that stay: a whole turn, so the order is kept, but for tasks that come meanwhile. */
    @Override
    public int purge(Predicate<Runnable> gone) {
        TaskSlot slot = new TaskSlot();
        int removed = 0;
        for (long left = size(); left > 0 && poll(slot); left--) {
            Runnable task = Objects.requireNonNull(slot.task);
            if (gone.test(task)) {
                removed++;
            } else {
                putBack(task, slot.enqueuedNanos);
            }
        }
        return removed;
    }

    private long size() {
        long size = 0;
        for (Ring ring = first; ring != null; ring = ring.next) {
            size += ring.size();
        }
        return size;
    }

    private synchronized void moveOn(Ring drained, Ring next) {
        if (first == drained) {
            first = next;
        }
    }

    private synchronized Ring growAfter(Ring full) {
        if (last == full && full.capacity < MOST_SIZE) {
            Ring next = new Ring(full.capacity * 2);
            full.next = next;
            full.close();
            last = next;
        }
        return last;
    }

    /** A bounded queue that can be closed for offers. */
    private static final class Ring {

        private static final VarHandle SEQUENCE = MethodHandles.arrayElementVarHandle(long[].class);
        private static final int HEAD = 16;
        private static final int TAIL = 32;
        private static final long CLOSED = Long.MIN_VALUE;

        final int capacity;
        volatile @Nullable Ring next;
        private final AtomicLongArray positions = new AtomicLongArray(48);
        private final long[] sequences;
        private final long[] enqueued;
        private final @Nullable Runnable[] tasks;

        Ring(int capacity) {
            this.capacity = capacity;
            sequences = new long[capacity];
            for (int i = 0; i < capacity; i++) {
                sequences[i] = i;
            }
            enqueued = new long[capacity];
            tasks = new Runnable[capacity];
        }

        /** Returns false when the ring is full or closed. */
        boolean offer(Runnable task, long enqueuedNanos) {
            while (true) {
                long position = positions.get(TAIL);
                if (position < 0) {
                    return false;
                }
                int slot = (int) position & (capacity - 1);
                long turn = (long) SEQUENCE.getAcquire(sequences, slot) - position;
                if (turn < 0 && positions.get(TAIL) == position) {
                    return false;
                }
                if (turn == 0 && positions.compareAndSet(TAIL, position, position + 1)) {
                    tasks[slot] = task;
                    enqueued[slot] = enqueuedNanos;
                    SEQUENCE.setRelease(sequences, slot, position + 1);
                    return true;
                }
            }
        }

        /** Returns false when the ring is empty or its oldest task is still being written. */
        boolean poll(TaskSlot into) {
            while (true) {
                long position = positions.get(HEAD);
                int slot = (int) position & (capacity - 1);
                long turn = (long) SEQUENCE.getAcquire(sequences, slot) - (position + 1);
                if (turn < 0) {
                    return false;
                }
                if (turn == 0 && positions.compareAndSet(HEAD, position, position + 1)) {
                    into.task = tasks[slot];
                    into.enqueuedNanos = enqueued[slot];
                    into.shed = false;
                    tasks[slot] = null;
                    SEQUENCE.setRelease(sequences, slot, position + capacity);
                    return true;
                }
            }
        }

        long size() {
            return (positions.get(TAIL) & ~CLOSED) - positions.get(HEAD);
        }

        boolean isEmpty() {
            return positions.get(HEAD) == (positions.get(TAIL) & ~CLOSED);
        }

        boolean isDrained() {
            return positions.get(TAIL) < 0 && isEmpty();
        }

        void close() {
            positions.getAndUpdate(TAIL, position -> position | CLOSED);
        }
    }
}
