package dev.multipool.agent.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/** Many tasks that end in all the ways there are, and what their callers know of them, to compare a ledger with. */
final class ManyTasks {

    private static final int KINDS = 2500;
    private static final long SERVICE_NANOS = 200_000;
    private static final long LONG_MILLIS = 50;
    /** Longer than a full queue takes, so that some time out there, and some later. */
    private static final int MOST_PATIENCE_MILLIS = 60;

    private final Truth truth = new Truth();
    private final LongAdder failed = new LongAdder();
    private final List<Future<?>> asked = new ArrayList<>();
    private int rejected;
    private int timedOut;

    private ManyTasks() {}

    /**
     * Offers so many tasks, of which some fail, some are cancelled while they wait, and some time out while they are served. So
     * many at most are in flight at a time; a pool with a bound of its own, which is lower, turns others away.
     */
    static void compare(String name, int count, int mostInFlight, Submitter pool) throws InterruptedException {
        ManyTasks tasks = new ManyTasks();
        for (int i = 0; i < count; i++) {
            while (i - tasks.rejected - tasks.truth.ended() > mostInFlight) {
                Thread.sleep(1);
            }
            tasks.offer(i % KINDS, pool);
        }
        Ledgers.awaitEnds(name, count);
        tasks.truth.print();
        Ledgers.figure("rejected", tasks.rejected);
        Ledgers.figure("failed", (double) tasks.failed.sum());
        Ledgers.figure("timedOut", tasks.timedOut);
        Ledgers.figure("cancelled", (double)
                tasks.asked.stream().filter(Future::isCancelled).count());
        Ledgers.print(name);
    }

    /** The futures that a pool without any of its own would have. */
    static Submitter of(Executor pool) {
        return task -> {
            FutureTask<?> future = new FutureTask<>(task, null);
            pool.execute(future);
            return future;
        };
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the task itself counts what became of it
    private void offer(int kind, Submitter pool) throws InterruptedException {
        Runnable task = truth.task(SERVICE_NANOS);
        try {
            if (kind == 7) {
                pool.submit(() -> {
                    task.run();
                    failed.increment();
                    throw new JdkPoolProgram.Expected();
                });
            } else if (kind == 8) {
                Future<?> regretted = pool.submit(task);
                regretted.cancel(false);
                asked.add(regretted);
            } else if (kind == 9) {
                timeOut(pool.submit(truth.sleep(LONG_MILLIS)));
            } else {
                pool.submit(task);
            }
        } catch (RejectedExecutionException e) {
            rejected++;
            if (rejected % 100 == 0) {
                Thread.sleep(1);
            }
        }
    }

    /** Waits for a while that ends while the task waits, or while it is served. */
    private void timeOut(Future<?> slow) throws InterruptedException {
        try {
            slow.get(timedOut % MOST_PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            timedOut++;
            slow.cancel(true);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        asked.add(slow);
    }
}
