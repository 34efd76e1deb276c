package dev.multipool.agent.program;

import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty's thread pool. */
public final class JettyProgram {

    private JettyProgram() {}

    /** Compares times, and counts a failure. */
    public static void main(String[] arguments) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(4, 4);
        pool.setName("qtp");
        pool.setReservedThreads(0);
        pool.setDaemon(true);
        pool.start();
        Truth.compare("qtp", pool);
        pool.execute(() -> {
            throw new IllegalStateException("expected");
        });
        Ledgers.awaitEnds("qtp", 2121);
        Ledgers.figure("failed", Ledgers.read("qtp", "FailuresTasks"));
        Ledgers.resize("qtp", 2, 6, 1 << 24);
        Ledgers.figure("min", pool.getMinThreads());
        Ledgers.figure("max", pool.getMaxThreads());
        System.exit(0);
    }
}
