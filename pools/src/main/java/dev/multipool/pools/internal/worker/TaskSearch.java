package dev.multipool.pools.internal.worker;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The workers of a pool that have no task: how many look for one, which are parked, and who is woken. */
final class TaskSearch {

    /*
     * A parked worker is woken for a queued task, unless enough are awake and searching already. A searching worker that
     * finds a task stops searching and, if more are queued, has another one woken. So wake-ups spread from worker to
     * worker, and a burst of short tasks does not wake the whole pool.
     *
     * Tasks that wait (for subtasks, for Redis) are another matter: what they wait for begins sooner, and goes out
     * together, when many workers are awake. While a pool's tasks wait, as many workers search as there are cores, since no
     * more can run, and a worker without work parks at once: the cores have others to run. Measured:
     * docs/experiments/query-items-cost.md.
     */

    private final IdleWorkers idle = new IdleWorkers();
    private final AtomicInteger searching = new AtomicInteger();
    private final int cores = Runtime.getRuntime().availableProcessors();
    private volatile IdleStrategy strategy;

    TaskSearch(IdleStrategy strategy) {
        this.strategy = strategy;
    }

    /** What a worker does now that has no task. */
    IdleStrategy strategy() {
        return strategy;
    }

    /** A task has waited. The field that all workers share is written only when it changes. */
    void noteWaitingTasks() {
        if (strategy == IdleStrategy.YIELD_THEN_PARK) {
            strategy = IdleStrategy.PARK;
        }
    }

    /** Many tasks in a row have not waited. */
    void noteTasksThatDoNotWait() {
        if (strategy == IdleStrategy.PARK) {
            strategy = IdleStrategy.YIELD_THEN_PARK;
        }
    }

    /** Wakes one parked worker, if there is one and not enough search already. */
    void wakeOne() {
        while (!idle.isEmpty()) {
            int now = searching.get();
            if (now >= mostSearching()) {
                return;
            }
            if (searching.compareAndSet(now, now + 1)) {
                CrewMember worker = idle.pop();
                if (worker == null) {
                    searching.decrementAndGet();
                } else {
                    LockSupport.unpark(worker.thread());
                    return;
                }
            }
        }
    }

    private int mostSearching() {
        return strategy == IdleStrategy.PARK ? cores : Math.max(1, cores / 2);
    }

    /**
     * Lets every parked worker look for work, or for a reason to end. The oldest first, and as many as there were: one that
     * finds nothing parks again at once, as the newest, and must not be taken again, and again.
     */
    void wakeAll() {
        for (int n = idle.size(); n > 0; n--) {
            CrewMember worker = idle.popOldest();
            if (worker == null) {
                return;
            }
            searching.incrementAndGet();
            LockSupport.unpark(worker.thread());
        }
    }

    /** A worker begins to search without having been woken; returns false when enough do already. */
    boolean tryBegin() {
        if (searching.get() >= mostSearching()) {
            return false;
        }
        searching.incrementAndGet();
        return true;
    }

    /** A worker no longer searches. */
    void end() {
        searching.decrementAndGet();
    }

    /** The worker is about to park. From now on others may wake it, and count it among the searching ones then. */
    void addParked(CrewMember worker) {
        idle.push(worker);
    }

    /** The worker does not park, or no longer; returns false when somebody has woken it already. */
    boolean removeParked(CrewMember worker) {
        return idle.remove(worker);
    }
}
