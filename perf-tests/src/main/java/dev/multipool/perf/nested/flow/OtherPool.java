package dev.multipool.perf.nested.flow;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.BlockingArrayQueue;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jboss.threads.EnhancedQueueExecutor;

/** Pools that are not ours, with as many threads as ours have and as much room in their queues, where they can be bounded. */
public enum OtherPool {
    /** The JDK's pool of threads. */
    THREAD_POOL_EXECUTOR {
        @Override
        Opened open(String name, int threads) {
            return Opened.of(new ThreadPoolExecutor(
                    threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(Flow.QUEUE), named(name)));
        }
    },
    /** Undertow's and Quarkus' pool. */
    JBOSS_THREADS {
        @Override
        Opened open(String name, int threads) {
            return Opened.of(new EnhancedQueueExecutor.Builder()
                    .setThreadFactory(named(name))
                    .setCorePoolSize(threads)
                    .setMaximumPoolSize(threads)
                    .setMaximumQueueSize(Flow.QUEUE)
                    .build());
        }
    },
    /** Jetty's pool, without threads that it reserves. */
    JETTY {
        @Override
        Opened open(String name, int threads) {
            QueuedThreadPool pool = new QueuedThreadPool(threads, threads, new BlockingArrayQueue<>(Flow.QUEUE));
            pool.setName(name);
            pool.setReservedThreads(0);
            try {
                pool.start();
            } catch (Exception e) {
                throw new IllegalStateException(name + ": Jetty's pool did not start", e);
            }
            return new Opened(pool, () -> end(pool));
        }

        private void end(QueuedThreadPool pool) {
            try {
                pool.stop();
            } catch (Exception e) {
                throw new IllegalStateException("Jetty's pool did not stop", e);
            }
        }
    },
    /** The JDK's pool for tasks that fork, which serves those that are submitted first come, first served. */
    FORK_JOIN_POOL {
        @Override
        Opened open(String name, int threads) {
            return Opened.of(new ForkJoinPool(threads, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true));
        }
    },
    /** A virtual thread for each task, without a bound. */
    VIRTUAL_THREADS {
        @Override
        Opened open(String name, int threads) {
            return Opened.of(newVirtualThreads());
        }
    },
    /** The same, where each task waits for one of so many permits: how one bounds virtual threads. */
    LIMITED_VIRTUAL_THREADS {
        @Override
        Opened open(String name, int threads) {
            ExecutorService unlimited = newVirtualThreads();
            Semaphore permits = new Semaphore(threads);
            return new Opened(task -> unlimited.execute(() -> runWithPermit(permits, task)), unlimited::shutdownNow);
        }
    };

    private static ExecutorService newVirtualThreads() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("no virtual threads (expected: JDK 21 or later)", e);
        }
    }

    private static void runWithPermit(Semaphore permits, Runnable task) {
        permits.acquireUninterruptibly();
        try {
            task.run();
        } finally {
            permits.release();
        }
    }

    /** Opens a pool of so many threads, whose names begin with the given one where a pool lets one choose. */
    abstract Opened open(String name, int threads);

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> new Thread(task, name + "-" + number.incrementAndGet());
    }

    /** A pool and how it is ended. */
    record Opened(Executor executor, Runnable end) {
        private static Opened of(ExecutorService pool) {
            return new Opened(pool, pool::shutdownNow);
        }
    }
}
