package dev.multipool.pools.internal.worker;

import java.util.HashSet;
import java.util.Set;

/** The workers of a pool that live, and the CPU time of all that ever lived. */
final class Roster {

    // @GuardedBy("this")
    private final Set<CrewMember> living = new HashSet<>();
    // @GuardedBy("this")
    private long cpuNanosOfTheDead;
    // @GuardedBy("this")
    private long mostCpuNanos;

    synchronized void add(CrewMember worker) {
        living.add(worker);
    }

    synchronized void remove(CrewMember worker) {
        if (living.remove(worker)) {
            cpuNanosOfTheDead += worker.cpuNanos();
        }
    }

    synchronized boolean isEmpty() {
        return living.isEmpty();
    }

    synchronized void interruptAll() {
        for (CrewMember worker : living) {
            worker.thread().interrupt();
        }
    }

    /** CPU time in service of all workers since the pool was made; never less than it was, though it is an estimate. */
    synchronized long cpuNanos() {
        long sum = cpuNanosOfTheDead;
        for (CrewMember worker : living) {
            sum += worker.cpuNanos();
        }
        mostCpuNanos = Math.max(mostCpuNanos, sum);
        return mostCpuNanos;
    }
}
