package dev.multipool.agent.program;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty's thread pool. */
public final class JettyProgram {

    private JettyProgram() {}

    /** Compares what ends in many ways, or compares times and counts a failure. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("truth")) {
            QueuedThreadPool pool = pool(16, new LinkedBlockingQueue<>(2000));
            ManyTasks.compare("qtp", 100_000, Integer.MAX_VALUE, ManyTasks.of(pool));
        } else {
            times(pool(4, new LinkedBlockingQueue<>()));
        }
        System.exit(0);
    }

    private static QueuedThreadPool pool(int threads, BlockingQueue<Runnable> queue) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(threads, threads, queue);
        pool.setName("qtp");
        pool.setReservedThreads(0);
        pool.setDaemon(true);
        pool.start();
        return pool;
    }

    private static void times(QueuedThreadPool pool) throws InterruptedException {
        Truth.compare("qtp", pool);
        pool.execute(() -> {
            throw new IllegalStateException("expected");
        });
        Ledgers.awaitEnds("qtp", 2121);
        Ledgers.figure("failed", Ledgers.read("qtp", "FailuresTasks"));
        Ledgers.resize("qtp", 2, 6, 1 << 24);
        Ledgers.figure("min", pool.getMinThreads());
        Ledgers.figure("max", pool.getMaxThreads());
    }
}
