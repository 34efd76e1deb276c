package dev.multipool.pools.internal.worker;

import org.jspecify.annotations.Nullable;

/**
 * The workers that are parked, in the order of their parking: the newest is woken first, the oldest time out. A list
 * through the workers themselves, so that nobody needs memory to park or to be woken.
 */
final class IdleWorkers {

    // @GuardedBy("this"), as are the links in the workers
    private @Nullable CrewMember newest;
    // @GuardedBy("this")
    private @Nullable CrewMember oldest;
    // @GuardedBy("this")
    private int count;
    private volatile int size;

    /** The worker is about to park; from now on others may wake it. */
    synchronized void push(CrewMember worker) {
        worker.woken = false;
        worker.parked = true;
        worker.older = newest;
        if (newest == null) {
            oldest = worker;
        } else {
            newest.newer = worker;
        }
        newest = worker;
        count++;
        size = count;
    }

    /** Returns the newest worker, which the caller must unpark, or null when none is parked. */
    synchronized @Nullable CrewMember pop() {
        return wake(newest);
    }

    /** Returns the oldest worker, which the caller must unpark, or null when none is parked. */
    synchronized @Nullable CrewMember popOldest() {
        return wake(oldest);
    }

    /** The worker will not park after all; returns false when somebody has woken it already. */
    synchronized boolean remove(CrewMember worker) {
        if (!worker.parked) {
            return false;
        }
        unlink(worker);
        return true;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    private @Nullable CrewMember wake(@Nullable CrewMember worker) {
        if (worker != null) {
            unlink(worker);
            worker.woken = true;
        }
        return worker;
    }

    private void unlink(CrewMember worker) {
        CrewMember newer = worker.newer;
        CrewMember older = worker.older;
        if (newer == null) {
            newest = older;
        } else {
            newer.older = older;
        }
        if (older == null) {
            oldest = newer;
        } else {
            older.newer = newer;
        }
        worker.newer = null;
        worker.older = null;
        worker.parked = false;
        count--;
        size = count;
    }
}
