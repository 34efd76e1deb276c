package dev.multipool.agent.program;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** What tasks know of their own times, to compare a ledger with. */
public final class Truth {

    private static final int WARM_UP = 40;
    private static final int TASKS = 160;

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

    /** Offers tasks that take 10 ms, 45 at a time, and prints what they saw beside what the pool's ledger says. */
    static void compare(String name, Executor pool) throws InterruptedException {
        Truth warmUp = new Truth();
        for (int i = 0; i < WARM_UP; i++) {
            pool.execute(warmUp.task(1, () -> {}));
        }
        Ledgers.awaitEnds(name, WARM_UP);
        double queued = Ledgers.read(name, "MeanQueueTimeNanos") * WARM_UP;
        double served = Ledgers.read(name, "MeanServiceTimeNanos") * WARM_UP;
        Truth truth = new Truth();
        Semaphore places = new Semaphore(45);
        for (int i = 0; i < TASKS; i++) {
            places.acquire();
            pool.execute(truth.task(10_000_000, places::release));
        }
        int all = WARM_UP + TASKS;
        Ledgers.awaitEnds(name, all);
        truth.print();
        Ledgers.figure("ledgerQueueTime", (Ledgers.read(name, "MeanQueueTimeNanos") * all - queued) / TASKS);
        Ledgers.figure("ledgerServiceTime", (Ledgers.read(name, "MeanServiceTimeNanos") * all - served) / TASKS);
        Ledgers.print(name);
    }

    /** Prints the means. */
    public void print() {
        Ledgers.figure("tasks", (double) tasks.sum());
        Ledgers.figure("queueTime", (double) queueNanos.sum() / tasks.sum());
        Ledgers.figure("serviceTime", (double) serviceNanos.sum() / tasks.sum());
    }
}
