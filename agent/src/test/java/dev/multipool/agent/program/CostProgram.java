package dev.multipool.agent.program;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
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
    private static final double NANOS_PER_SECOND = 1e9;

    private final AtomicLong done = new AtomicLong();
    private final int steps;
    private final Runnable[] tasks = new Runnable[TASKS];
    private final Thread[] worker = new Thread[1];
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(2 * QUEUED),
            task -> worker[0] = new Thread(task, "cost-1"));

    private CostProgram(int steps) {
        this.steps = steps;
        for (int i = 0; i < TASKS; i++) {
            long seed = i;
            // each one an object of its own
            tasks[i] = () -> step(seed);
        }
    }

    /**
     * Runs tasks of so many steps, the first argument. Each line of the standard input is a number of tasks to do; the answers
     * are how many tasks a second that were, and how many bytes they allocated.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        CostProgram program = new CostProgram(Integer.parseInt(arguments[0]));
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            program.measure(Long.parseLong(line));
        }
        System.exit(0);
    }

    private void measure(long count) throws InterruptedException {
        long allocatedBefore = allocated();
        long begun = System.nanoTime();
        double nanos = offer(count) - begun;
        long allocated = allocated() - allocatedBefore;
        Ledgers.figure("tasksPerSecond", count / nanos * NANOS_PER_SECOND);
        Ledgers.figure("bytes", (double) allocated);
    }

    private long allocated() {
        Thread its = worker[0];
        return (its == null ? 0 : THREADS.getThreadAllocatedBytes(its.getId()))
                + THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Keeps the queue filled, so that the worker never waits, and is not in its way meanwhile; returns when the last task was done. */
    private long offer(long count) throws InterruptedException {
        long offered = done.get();
        long until = offered + count;
        while (done.get() < until) {
            while (offered < until && offered - done.get() < QUEUED) {
                pool.execute(tasks[(int) (offered++ % TASKS)]);
            }
            Thread.sleep(1);
        }
        return System.nanoTime();
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
