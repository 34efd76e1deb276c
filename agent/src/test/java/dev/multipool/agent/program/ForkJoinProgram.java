package dev.multipool.agent.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinPool.ForkJoinWorkerThreadFactory;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Pools that fork and join. */
public final class ForkJoinProgram {

    private static final String NAME = "orders";
    private static final String COMMON = "ForkJoinPool.commonPool";
    private static final int QUEUED = 2000;

    private ForkJoinProgram() {}

    /** Runs the scenario that is named. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "times" -> Truth.compare(NAME, pool(4));
            case "many" -> many(pool(3));
            case "truth" -> ManyTasks.compare(NAME, 100_000, 2000, pool(16)::submit);
            case "ends" -> ends(pool(1));
            case "forks" -> forks(pool(3));
            case "common" -> common();
            case "cost" -> cost(pool(1), Integer.parseInt(arguments[1]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0);
    }

    private static ForkJoinPool pool(int threads) {
        return pool(threads, NAME);
    }

    static ForkJoinPool pool(int threads, String name) {
        AtomicInteger number = new AtomicInteger();
        ForkJoinWorkerThreadFactory factory = pool -> {
            ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
            thread.setName(name + "-" + number.incrementAndGet());
            return thread;
        };
        return new ForkJoinPool(threads, factory, (thread, thrown) -> {}, true);
    }

    /** Many tasks: most return, some fail, some are cancelled while they wait. */
    private static void many(ForkJoinPool pool) throws InterruptedException {
        int failed = 0;
        List<Future<?>> asked = new ArrayList<>();
        for (int i = 0; i < Ledgers.MANY; i++) {
            if (i % 100 == 7) {
                Callable<Integer> fails = () -> Integer.valueOf("x");
                asked.add(pool.submit(fails));
                failed++;
            } else if (i % 100 == 8) {
                asked.add(pool.submit(() -> {}));
                asked.get(asked.size() - 1).cancel(false);
            } else {
                pool.execute(() -> {});
            }
            while (pool.getQueuedSubmissionCount() > QUEUED) {
                Thread.sleep(1);
            }
        }
        Ledgers.awaitEnds(NAME, Ledgers.MANY);
        Ledgers.figure("failed", failed);
        Ledgers.figure(
                "cancelled", (double) asked.stream().filter(Future::isCancelled).count());
        Ledgers.print(NAME);
    }

    /** A stop with tasks in the queue, and a task that comes after it. */
    private static void ends(ForkJoinPool pool) {
        Semaphore held = new Semaphore(0);
        pool.execute(held::acquireUninterruptibly);
        Ledgers.await("a busy thread", () -> held.getQueueLength() == 1);
        for (int i = 0; i < 5; i++) {
            pool.execute(() -> {});
        }
        pool.shutdownNow();
        held.release();
        try {
            pool.execute(() -> {});
        } catch (RejectedExecutionException e) {
            Ledgers.awaitEnds(NAME, 7);
        }
        Ledgers.figure("terminated", pool.isTerminated() ? 1 : 0);
        Ledgers.print(NAME);
    }

    /** A hundred tasks that fork thousands each, some of which are helped by threads that wait. */
    private static void forks(ForkJoinPool pool) {
        List<Future<Long>> asked = new ArrayList<>();
        for (int i = 0; i < 99; i++) {
            asked.add(pool.submit(new Fibonacci(18)));
        }
        long sum = pool.invoke(new Fibonacci(18));
        Ledgers.awaitEnds(NAME, 100);
        Ledgers.figure("done", (double) asked.stream().filter(Future::isDone).count());
        Ledgers.figure("sum", (double) sum);
        Ledgers.print(NAME);
    }

    /** What callers hand to the common pool counts, and a parallel stream of the caller's own does not. */
    private static void common() {
        List<CompletableFuture<Integer>> asked = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int number = i;
            asked.add(CompletableFuture.supplyAsync(() -> number));
        }
        long sum = asked.stream().mapToLong(CompletableFuture::join).sum();
        Ledgers.awaitEnds(COMMON, 1000);
        Ledgers.figure("sum", (double) sum);
        Ledgers.figure("stream", IntStream.range(0, 100_000).parallel().sum());
        Ledgers.print(COMMON);
    }

    /** How long a forked task takes that does next to nothing, the shortest of some rounds, while others wait or none does. */
    private static void cost(ForkJoinPool pool, int others) throws InterruptedException, ExecutionException {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 15; i++) {
            double nanos = pool.submit(() -> {
                        for (int other = 0; other < others; other++) {
                            pool.execute(() -> {});
                        }
                        long began = System.nanoTime();
                        long forked = new Fibonacci(27).compute() - 1;
                        return (double) (System.nanoTime() - began) / forked;
                    })
                    .get();
            best = Math.min(best, nanos);
        }
        Ledgers.figure("nanosPerTask", best);
    }

    /** Forks until nothing is left to fork. */
    private static final class Fibonacci extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1;
        private final int number;

        Fibonacci(int number) {
            this.number = number;
        }

        @Override
        protected Long compute() {
            if (number < 2) {
                return 1L;
            }
            Fibonacci other = new Fibonacci(number - 1);
            other.fork();
            return new Fibonacci(number - 2).compute() + other.join();
        }
    }
}
