package dev.multipool.pools;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The workers that are parked, most recently parked last: the last one is woken first, the first ones time out. */
final class IdleWorkers {

    // @GuardedBy("this")
    private final ArrayDeque<Worker> parked = new ArrayDeque<>();
    private volatile int size;

    /** The worker is about to park; from now on others may wake it. */
    synchronized void push(Worker worker) {
        worker.woken = false;
        parked.addLast(worker);
        size = parked.size();
    }

    /** Returns a worker that the caller must unpark, or null when none is parked. */
    synchronized @Nullable Worker pop() {
        Worker worker = parked.pollLast();
        if (worker != null) {
            size = parked.size();
            worker.woken = true;
        }
        return worker;
    }

    /** The worker will not park after all; returns false when somebody has woken it already. */
    synchronized boolean remove(Worker worker) {
        boolean removed = parked.removeLastOccurrence(worker);
        size = parked.size();
        return removed;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
