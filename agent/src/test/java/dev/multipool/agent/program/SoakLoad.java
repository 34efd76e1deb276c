package dev.multipool.agent.program;

import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A pool and those who use it: they know what became of each task.
 *
 * <p><b>Threads:</b> any may {@link #offer}; the rest is asked while nobody does.
 */
final class SoakLoad {

    private static final int KINDS = 50;

    private final String pool;
    private final int threads;
    private final Submitter submitter;
    private final boolean hasFutures;
    private final @Nullable SoakLoad steps;
    private final AtomicInteger kinds = new AtomicInteger();
    private final LongAdder offered = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    /** Of those that are to run in any case. */
    private final LongAdder accepted = new LongAdder();

    private final LongAdder ran = new LongAdder();
    private final Queue<Future<?>> asked = new ConcurrentLinkedQueue<>();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong cancelled = new AtomicLong();
    private Counts before = new Counts(0, 0, 0, 0, 0);
    private Counts ledgerBefore = before;

    /**
     * @param threads at most, of a pool whose threads wait for tasks in woven code; else 0
     * @param hasFutures whether the pool's futures tell the ledger that their task failed, or was cancelled
     * @param steps where some tasks have others done, and wait for them
     */
    SoakLoad(String pool, int threads, Submitter submitter, boolean hasFutures, @Nullable SoakLoad steps) {
        this.pool = pool;
        this.threads = threads;
        this.submitter = submitter;
        this.hasFutures = hasFutures;
        this.steps = steps;
    }

    String pool() {
        return pool;
    }

    /** Offers a task: most return, some fail, some are cancelled, some wait for others. */
    @SuppressWarnings("FutureReturnValueIgnored") // of a task that is to run it is seen that it ran
    void offer() {
        int kind = Math.floorMod(kinds.getAndIncrement(), KINDS);
        offered.increment();
        try {
            if (hasFutures && kind == 7) {
                asked.add(submitter.submit(SoakLoad::fail));
            } else if (hasFutures && kind == 8) {
                Future<?> regretted = submitter.submit(() -> {});
                regretted.cancel(false);
                asked.add(regretted);
            } else {
                SoakLoad others = kind == 9 ? steps : null;
                submitter.submit(others == null ? ran::increment : () -> waitFor(others));
                accepted.increment();
            }
        } catch (RejectedExecutionException e) {
            rejected.increment();
        }
    }

    private static void fail() {
        throw new JdkPoolProgram.Expected();
    }

    private void waitFor(SoakLoad others) {
        CountDownLatch both = new CountDownLatch(2);
        others.run(both::countDown);
        others.run(both::countDown);
        try {
            both.await();
            ran.increment();
        } catch (InterruptedException e) {
            // it did not run to its end, which is seen
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // that it ran is seen
    private void run(Runnable task) {
        offered.increment();
        accepted.increment();
        submitter.submit(() -> {
            ran.increment();
            task.run();
        });
    }

    /** Has each thread of the pool do a task: one that waited when the agent came does its next one unseen. */
    void visitThreads() {
        CyclicBarrier all = new CyclicBarrier(Math.max(1, threads));
        for (int i = 0; i < threads; i++) {
            run(() -> {
                try {
                    all.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    /** Whether nothing is in flight. */
    boolean isDone() {
        if (!asked.stream().allMatch(Future::isDone)) {
            return false;
        }
        for (Future<?> future = asked.poll(); future != null; future = asked.poll()) {
            try {
                if (future.isCancelled()) {
                    cancelled.incrementAndGet();
                } else {
                    future.get();
                }
            } catch (ExecutionException e) {
                failed.incrementAndGet();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return lost() == 0;
    }

    /** How many tasks were accepted and not run. */
    long lost() {
        return accepted.sum() - ran.sum();
    }

    long offered() {
        return offered.sum();
    }

    /** Remembers what was until now. */
    void remember() {
        before = truth();
        ledgerBefore = ledger();
    }

    long offeredSince() {
        return truth().minus(before).arrivals;
    }

    /** By how many tasks the ledger is wrong about what happened since. */
    long difference() {
        Counts wrong = ledger().minus(ledgerBefore).minus(truth().minus(before));
        if (!wrong.equals(new Counts(0, 0, 0, 0, 0))) {
            System.err.println(pool + ": wrong by " + wrong);
        }
        return wrong.size();
    }

    private Counts truth() {
        long ends = failed.get() + cancelled.get() + rejected.sum();
        return new Counts(offered.sum(), offered.sum() - ends, failed.get(), cancelled.get(), rejected.sum());
    }

    private Counts ledger() {
        return new Counts(
                read("ArrivalsTasks"),
                read("CompletionsTasks"),
                read("FailuresTasks"),
                read("CancelledTasks"),
                read("RejectedQueueFullTasks"));
    }

    private long read(String attribute) {
        return (long) Ledgers.read(pool, attribute);
    }

    private record Counts(long arrivals, long completions, long failures, long cancelled, long rejected) {
        Counts minus(Counts other) {
            return new Counts(
                    arrivals - other.arrivals,
                    completions - other.completions,
                    failures - other.failures,
                    cancelled - other.cancelled,
                    rejected - other.rejected);
        }

        long size() {
            return Math.abs(arrivals)
                    + Math.abs(completions)
                    + Math.abs(failures)
                    + Math.abs(cancelled)
                    + Math.abs(rejected);
        }
    }
}
