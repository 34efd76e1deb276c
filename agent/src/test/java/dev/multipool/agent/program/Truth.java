package dev.multipool.agent.program;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** What tasks know of their own times, to compare a ledger with. */
public final class Truth {

    private static final int WARM_UP = 2000;
    private static final int TASKS = 120;
    private static final int IN_FLIGHT = 45;

    private final LongAdder tasks = new LongAdder();
    private final LongAdder queueNanos = new LongAdder();
    private final LongAdder serviceNanos = new LongAdder();

    /** Returns a task, offered now, that waits for so long in its service. */
    public Runnable task(long nanos) {
        long offered = System.nanoTime();
        return () -> {
            long began = System.nanoTime();
            queueNanos.add(began - offered);
            pause(began, nanos);
            tasks.increment();
            serviceNanos.add(System.nanoTime() - began);
        };
    }

    /** Waits until so long after that. */
    static void pause(long began, long nanos) {
        while (System.nanoTime() - began < nanos) {
            LockSupport.parkNanos(nanos - (System.nanoTime() - began));
        }
    }

    /** Returns a task, offered now, that sleeps for so long in its service, or until it is interrupted. */
    Runnable sleep(long millis) {
        long offered = System.nanoTime();
        return () -> {
            long began = System.nanoTime();
            queueNanos.add(began - offered);
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                // whoever offered it waits no longer
            }
            tasks.increment();
            serviceNanos.add(System.nanoTime() - began);
        };
    }

    /** How many tasks have ended. */
    long ended() {
        return tasks.sum();
    }

    /**
     * Offers tasks that take 20 ms, 45 at a time, and prints what they saw beside what the pool's ledger says. No task wakes
     * whoever offers them: that would take its core between its clock and the ledger's.
     */
    static void compare(String name, Executor pool) throws InterruptedException {
        Truth warmUp = new Truth();
        warmUp.offer(pool, WARM_UP, 1);
        Ledgers.awaitEnds(name, WARM_UP);
        double queued = Ledgers.read(name, "MeanQueueTimeNanos") * WARM_UP;
        double served = Ledgers.read(name, "MeanServiceTimeNanos") * WARM_UP;
        Truth truth = new Truth();
        truth.offer(pool, TASKS, 20_000_000);
        int all = WARM_UP + TASKS;
        Ledgers.awaitEnds(name, all);
        truth.print();
        Ledgers.figure("ledgerQueueTime", (Ledgers.read(name, "MeanQueueTimeNanos") * all - queued) / TASKS);
        Ledgers.figure("ledgerServiceTime", (Ledgers.read(name, "MeanServiceTimeNanos") * all - served) / TASKS);
        Ledgers.print(name);
    }

    private void offer(Executor pool, int count, long nanos) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            while (i - tasks.sum() >= IN_FLIGHT) {
                Thread.sleep(1);
            }
            pool.execute(task(nanos));
        }
    }

    /** Prints the means. */
    public void print() {
        Ledgers.figure("tasks", (double) tasks.sum());
        Ledgers.figure("queueTime", (double) queueNanos.sum() / tasks.sum());
        Ledgers.figure("serviceTime", (double) serviceNanos.sum() / tasks.sum());
    }
}
