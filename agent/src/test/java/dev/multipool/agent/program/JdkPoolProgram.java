package dev.multipool.agent.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Thread pools of the JDK. */
public final class JdkPoolProgram {

    private JdkPoolProgram() {}

    /** Runs the scenario that is named. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "many" -> many("orders", pool(3, new LinkedBlockingQueue<>(2000)));
            case "truth" -> truth();
            case "times" -> times(new LinkedBlockingQueue<>(50));
            case "times-array" -> times(new ArrayBlockingQueue<>(50));
            case "times-priority" -> timesByPriority();
            case "cpu" -> cpu();
            case "hand-off" -> handOff();
            case "ends" -> ends();
            case "discard" -> discard();
            case "scheduled" -> scheduled();
            case "resize" -> resize();
            case "names" -> names();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private static ThreadPoolExecutor pool(int threads, BlockingQueue<Runnable> queue) {
        return new ThreadPoolExecutor(threads, threads, 1, TimeUnit.SECONDS, queue, named("orders"));
    }

    static void many(String name, ExecutorService pool) throws InterruptedException {
        many(name, pool, "");
    }

    /**
     * Many tasks: most return, some are rejected, some fail, some are cancelled while they wait.
     *
     * @param prefix what the figures' names begin with
     */
    static void many(String name, ExecutorService pool, String prefix) throws InterruptedException {
        int tasks = Ledgers.MANY;
        int rejected = 0;
        int failed = 0;
        List<Future<?>> asked = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            try {
                if (i % 100 == 7) {
                    Callable<Integer> fails = () -> Integer.valueOf("x");
                    asked.add(pool.submit(fails));
                    failed++;
                } else if (i % 100 == 8) {
                    asked.add(pool.submit(() -> {}));
                    // cancelled in time, or not: the future knows
                    asked.get(asked.size() - 1).cancel(false);
                } else if (i % 5000 == 9) {
                    pool.execute(() -> {
                        throw new Expected();
                    });
                    failed++;
                } else {
                    pool.execute(() -> {});
                }
            } catch (RejectedExecutionException e) {
                rejected++;
                if (rejected % 100 == 0) {
                    Thread.sleep(1);
                }
            }
        }
        Ledgers.awaitEnds(name, tasks);
        Ledgers.figure(prefix + "rejected", rejected);
        Ledgers.figure(prefix + "failed", failed);
        Ledgers.figure(prefix + "cancelled", (double)
                asked.stream().filter(Future::isCancelled).count());
        Ledgers.print(name, prefix);
    }

    private static void truth() throws InterruptedException {
        ManyTasks.compare("orders", 1_000_000, Integer.MAX_VALUE, pool(16, new LinkedBlockingQueue<>(2000))::submit);
    }

    private static void times(BlockingQueue<Runnable> queue) throws InterruptedException {
        ThreadPoolExecutor pool = pool(4, queue);
        Truth.compare("orders", pool);
    }

    private static void timesByPriority() throws InterruptedException {
        BlockingQueue<Runnable> queue =
                new PriorityBlockingQueue<>(11, (one, other) -> Integer.compare(other.hashCode(), one.hashCode()));
        Truth.compare("orders", pool(4, queue));
    }

    /** Tasks that compute, each by a thread that was parked before. */
    private static void cpu() throws InterruptedException {
        ThreadPoolExecutor pool = pool(2, new LinkedBlockingQueue<>());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        LongAdder nanos = new LongAdder();
        // so many that what the first ones load and compile hardly counts
        int tasks = 400;
        for (int i = 0; i < tasks; i++) {
            pool.execute(() -> {
                long begun = threads.getCurrentThreadCpuTime();
                long used = 0;
                while (used < 4_000_000) {
                    used = threads.getCurrentThreadCpuTime() - begun;
                }
                nanos.add(used);
            });
            Thread.sleep(6);
        }
        Ledgers.awaitEnds("orders", tasks);
        Ledgers.figure("cpu", (double) nanos.sum());
        Ledgers.print("orders");
    }

    /** No queue: a busy pool turns tasks away. */
    private static void handOff() throws InterruptedException {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(0, 2, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), named("orders"));
        Semaphore held = new Semaphore(0);
        for (int i = 0; i < 2; i++) {
            pool.execute(held::acquireUninterruptibly);
        }
        int rejected = 0;
        for (int i = 0; i < 5; i++) {
            try {
                pool.execute(() -> {});
            } catch (RejectedExecutionException e) {
                rejected++;
            }
        }
        held.release(2);
        Ledgers.awaitEnds("orders", 7);
        Ledgers.figure("rejected", rejected);
        Ledgers.print("orders");
    }

    /** Tasks that leave the queue in other ways. */
    private static void ends() throws InterruptedException, ExecutionException {
        ThreadPoolExecutor pool = pool(1, new LinkedBlockingQueue<>());
        Semaphore held = new Semaphore(0);
        pool.execute(held::acquireUninterruptibly);
        Runnable removed = () -> {};
        pool.execute(removed);
        pool.remove(removed);
        List<Future<?>> purged = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            purged.add(pool.submit(() -> {}));
        }
        purged.forEach(future -> future.cancel(false));
        pool.purge();
        for (int i = 0; i < 4; i++) {
            pool.execute(() -> {});
        }
        pool.getQueue().poll();
        Future<?> running = pool.submit(() -> {});
        held.release();
        running.get();
        Ledgers.awaitEnds("orders", 17);
        pool.execute(held::acquireUninterruptibly);
        for (int i = 0; i < 5; i++) {
            pool.execute(() -> {});
        }
        Ledgers.await(
                "a busy thread",
                () -> pool.getActiveCount() == 1 && pool.getQueue().size() == 5);
        pool.shutdownNow();
        held.release();
        try {
            pool.execute(() -> {});
        } catch (RejectedExecutionException e) {
            Ledgers.awaitEnds("orders", 24);
        }
        Ledgers.print("orders");
    }

    /** The oldest task makes room for the newest. */
    private static void discard() throws InterruptedException {
        ThreadPoolExecutor pool = pool(1, new LinkedBlockingQueue<>(3));
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardOldestPolicy());
        Semaphore held = new Semaphore(0);
        AtomicInteger ran = new AtomicInteger();
        pool.execute(held::acquireUninterruptibly);
        Ledgers.await(
                "a busy thread",
                () -> pool.getActiveCount() == 1 && pool.getQueue().isEmpty());
        for (int i = 0; i < 10; i++) {
            pool.execute(ran::incrementAndGet);
        }
        held.release();
        Ledgers.awaitEnds("orders", 11);
        Ledgers.figure("ran", ran.get());
        Ledgers.print("orders");
    }

    /** Tasks with a time of their own arrive when they are due. */
    private static void scheduled() throws InterruptedException {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1, named("orders"));
        Semaphore held = new Semaphore(0);
        Runnable first = held::acquireUninterruptibly;
        Future<?> begun = pool.schedule(first, 1, TimeUnit.MILLISECONDS);
        long due = System.nanoTime() + 50_000_000;
        AtomicInteger late = new AtomicInteger();
        Runnable second = () -> late.addAndGet((int) (System.nanoTime() - due));
        Future<?> waits = pool.schedule(second, 50, TimeUnit.MILLISECONDS);
        AtomicInteger periods = new AtomicInteger();
        Future<?> periodic = pool.scheduleAtFixedRate(
                () -> {
                    if (periods.incrementAndGet() == 5) {
                        throw new Expected();
                    }
                },
                1,
                1,
                TimeUnit.MILLISECONDS);
        Thread.sleep(300);
        held.release();
        Ledgers.await("five periods", () -> begun.isDone() && waits.isDone() && periodic.isDone());
        Ledgers.awaitEnds("orders", 7);
        Ledgers.figure("late", late.get());
        Ledgers.print("orders");
    }

    private static void resize() {
        ThreadPoolExecutor pool = pool(2, new LinkedBlockingQueue<>(10));
        pool.execute(() -> {});
        Ledgers.awaitEnds("orders", 1);
        Ledgers.resize("orders", 6, 6, 10);
        Ledgers.figure("core", pool.getCorePoolSize());
        Ledgers.figure("max", pool.getMaximumPoolSize());
        Ledgers.resize("orders", 1, 1, 10);
        Ledgers.figure("coreAfter", pool.getCorePoolSize());
        Ledgers.figure("maxAfter", pool.getMaximumPoolSize());
        boolean refused = false;
        try {
            Ledgers.resize("orders", 1, 1, 11);
        } catch (RuntimeException e) {
            refused = true;
        }
        Ledgers.figure("refused", refused ? 1 : 0);
    }

    private static void names() throws InterruptedException, ExecutionException {
        Executors.newFixedThreadPool(1, named("mail")).submit(() -> {}).get();
        Executors.newFixedThreadPool(1, named("mail")).submit(() -> {}).get();
        Executors.newFixedThreadPool(1).submit(() -> {}).get();
        Ledgers.await("three pools", () -> Ledgers.names().size() == 3);
        for (String name : Ledgers.names()) {
            Ledgers.figure(name, 1);
        }
        System.exit(0);
    }

    /** Thrown by tasks that are to fail. */
    static final class Expected extends RuntimeException {
        private static final long serialVersionUID = 1;

        Expected() {
            super("expected", null, false, false);
        }
    }
}
