package dev.multipool.agent.program;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** What tasks know of their own times, to compare a ledger with. */
public final class Truth {

    private final LongAdder tasks = new LongAdder();
    private final LongAdder queueNanos = new LongAdder();
    private final LongAdder serviceNanos = new LongAdder();

    /** Returns a task, offered now, that waits for so long in its service and then does something more. */
    public Runnable task(long nanos, Runnable more) {
        long offered = System.nanoTime();
        return () -> {
            long began = System.nanoTime();
            queueNanos.add(began - offered);
            while (System.nanoTime() - began < nanos) {
                LockSupport.parkNanos(nanos - (System.nanoTime() - began));
            }
            more.run();
            tasks.increment();
            serviceNanos.add(System.nanoTime() - began);
        };
    }

    /** Prints the means. */
    public void print() {
        Ledgers.figure("tasks", (double) tasks.sum());
        Ledgers.figure("queueTime", (double) queueNanos.sum() / tasks.sum());
        Ledgers.figure("serviceTime", (double) serviceNanos.sum() / tasks.sum());
    }
}
