package dev.multipool.pools;

import dev.multipool.pools.TaskContext.JoinWait;
import java.util.HashSet;
import java.util.Set;

/** The workers of a pool that live, and the CPU time of all that ever lived. */
final class Roster {

    // @GuardedBy("this")
    private final Set<Worker> living = new HashSet<>();
    // @GuardedBy("this")
    private long cpuNanosOfTheDead;
    // @GuardedBy("this")
    private long mostCpuNanos;

    synchronized void add(Worker worker) {
        living.add(worker);
    }

    synchronized void remove(Worker worker) {
        if (living.remove(worker) && worker.cpu != null) {
            cpuNanosOfTheDead += worker.cpu.busyNanos();
        }
    }

    synchronized boolean isEmpty() {
        return living.isEmpty();
    }

    synchronized void interruptAll() {
        for (Worker worker : living) {
            worker.thread().interrupt();
        }
    }

    /** The joins that workers wait in now. */
    synchronized Set<JoinWait> joinWaits() {
        Set<JoinWait> waits = new HashSet<>();
        for (Worker worker : living) {
            TaskContext context = worker.context;
            JoinWait wait = context == null ? null : context.joinWait();
            if (wait != null) {
                waits.add(wait);
            }
        }
        return waits;
    }

    /** CPU time in service of all workers since the pool was made; never less than it was, though it is an estimate. */
    synchronized long cpuNanos() {
        long sum = cpuNanosOfTheDead;
        for (Worker worker : living) {
            sum += worker.cpu == null ? 0 : worker.cpu.busyNanos();
        }
        mostCpuNanos = Math.max(mostCpuNanos, sum);
        return mostCpuNanos;
    }
}
