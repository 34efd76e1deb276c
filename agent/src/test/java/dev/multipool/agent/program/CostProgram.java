package dev.multipool.agent.program;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many tasks a second one thread of a pool does, and what its threads allocate. The tasks, their pool and its queue allocate
 * nothing by themselves.
 */
public final class CostProgram {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int TASKS = 1024;
    private static final int QUEUED = 200;

    private final AtomicLong done = new AtomicLong();
    private final int steps;

    private CostProgram(int steps) {
        this.steps = steps;
    }

    /** Runs tasks of so many steps, the first argument, for so many seconds, the second one. */
    public static void main(String[] arguments) throws InterruptedException {
        new CostProgram(Integer.parseInt(arguments[0])).measure(Long.parseLong(arguments[1]) * 1_000_000_000);
        System.exit(0);
    }

    private void measure(long nanos) throws InterruptedException {
        Thread[] worker = new Thread[1];
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(2 * QUEUED),
                task -> worker[0] = new Thread(task, "cost-1"));
        Runnable[] tasks = new Runnable[TASKS];
        for (int i = 0; i < TASKS; i++) {
            long seed = i;
            // each one an object of its own
            tasks[i] = () -> step(seed);
        }
        offerFor(nanos, pool, tasks);
        long begun = System.nanoTime();
        long before = done.get();
        long allocatedBefore = allocated(worker[0]);
        offerFor(nanos, pool, tasks);
        long ended = done.get() - before;
        double seconds = (System.nanoTime() - begun) / 1e9;
        Ledgers.figure("tasksPerSecond", ended / seconds);
        Ledgers.figure("bytesPerTask", (double) (allocated(worker[0]) - allocatedBefore) / ended);
    }

    private static long allocated(Thread worker) {
        return THREADS.getThreadAllocatedBytes(worker.getId())
                + THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Keeps the queue filled, so that the worker never waits, and is not in its way meanwhile. */
    private void offerFor(long nanos, ThreadPoolExecutor pool, Runnable[] tasks) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        long offered = done.get();
        while (System.nanoTime() - until < 0) {
            while (offered - done.get() < QUEUED) {
                pool.execute(tasks[(int) (offered++ % TASKS)]);
            }
            Thread.sleep(1);
        }
        long all = offered;
        Ledgers.await("the last task", () -> done.get() == all);
    }

    private void step(long seed) {
        long value = seed;
        for (int i = 0; i < steps; i++) {
            value = value * 6364136223846793005L + 1442695040888963407L;
        }
        if (value == seed) {
            throw new IllegalStateException("no step was taken");
        }
        done.lazySet(done.get() + 1);
    }
}
