package dev.multipool.rpc.server.limits;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the calls between their admission and the moment their answer is handed to their connection, and closes the door
 * for a drain.
 *
 * <p>One word holds both: the sign bit is the closed door, the rest the count. So no call can slip in between "the door
 * is closed" and "nobody is inside".
 *
 * <p><b>Threads</b>: any; {@link #tryEnter} and {@link #exit} never block.
 */
public final class InFlightCalls {
    private static final long CLOSED = Long.MIN_VALUE;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicLong state = new AtomicLong();

    /** Admits a call unless the door is closed; an admitted call exits exactly once. */
    public boolean tryEnter() {
        long current = state.get();
        while (current >= 0) {
            if (state.compareAndSet(current, current + 1)) {
                return true;
            }
            current = state.get();
        }
        return false;
    }

    public void exit() {
        state.decrementAndGet();
    }

    /** From now on nobody enters. */
    public void closeDoor() {
        state.getAndUpdate(current -> current | CLOSED);
    }

    public long count() {
        return state.get() & ~CLOSED;
    }

    /** Waits until the count is zero or the time is over; tells whether it is zero. */
    public boolean awaitEmpty(TimeBound bound) throws InterruptedException {
        // polled, not signalled: this runs once in a server's life, exit() runs once per call
        while (count() > 0) {
            // by the clock, not by the number of polls: on a busy machine each takes as long as the machine likes
            if (bound.isOver()) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("while waiting for " + count() + " calls in flight");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}
