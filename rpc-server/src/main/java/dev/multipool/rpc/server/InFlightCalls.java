package dev.multipool.rpc.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the calls between their admission and the moment their answer is handed to their connection, and closes the door
 * for a drain.
 *
 * <p>One word holds both, so that no call can slip in between "the door is closed" and "nobody is inside": the sign bit
 * is the closed door, the rest the count.
 *
 * <p><b>Threads</b>: any; {@link #tryEnter} and {@link #exit} never block.
 */
final class InFlightCalls {
    private static final long CLOSED = Long.MIN_VALUE;

    private final AtomicLong state = new AtomicLong();

    /** Admits a call unless the door is closed; an admitted call exits exactly once. */
    boolean tryEnter() {
        long current = state.get();
        while (current >= 0) {
            if (state.compareAndSet(current, current + 1)) {
                return true;
            }
            current = state.get();
        }
        return false;
    }

    void exit() {
        state.decrementAndGet();
    }

    /** From now on nobody enters. */
    void closeDoor() {
        state.getAndUpdate(current -> current | CLOSED);
    }

    long count() {
        return state.get() & ~CLOSED;
    }

    /** Waits until the count is zero, at most for the given time; tells whether it is. */
    boolean awaitEmpty(long nanos) throws InterruptedException {
        // polled, not signalled: this runs once in a server's life, exit() runs once per call
        long pollNanos = TimeUnit.MILLISECONDS.toNanos(1);
        for (long left = nanos; count() > 0; left -= pollNanos) {
            if (left <= 0) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("while waiting for " + count() + " calls in flight");
            }
            LockSupport.parkNanos(pollNanos);
        }
        return true;
    }
}
