package dev.multipool.agent.program;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/** Tomcat's executor, as its connectors make it. */
public final class TomcatProgram {

    static final String NAME = "http-nio-8080-exec";

    private TomcatProgram() {}

    /** Runs the scenario that is named. */
    public static void main(String[] arguments) throws InterruptedException {
        switch (arguments[0]) {
            case "truth" -> ManyTasks.compare(NAME, 1_000_000, Integer.MAX_VALUE, pool(16, 2000)::submit);
            case "times" -> Truth.compare(NAME, pool(4, 100));
            case "full" -> full(pool(4, 5));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    static ThreadPoolExecutor pool(int threads, int places) {
        TaskQueue queue = new TaskQueue(places);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, threads, 60, TimeUnit.SECONDS, queue, new TaskThreadFactory(NAME + "-", true, Thread.NORM_PRIORITY));
        queue.setParent(pool);
        return pool;
    }

    /** Four threads and five places in the queue: of twenty tasks some eleven are turned away. */
    private static void full(ThreadPoolExecutor pool) throws InterruptedException {
        Semaphore held = new Semaphore(0);
        int rejected = 0;
        for (int i = 0; i < 20; i++) {
            try {
                pool.execute(held::acquireUninterruptibly);
            } catch (RejectedExecutionException e) {
                rejected++;
            }
        }
        held.release(20);
        Ledgers.awaitEnds(NAME, 20);
        Ledgers.figure("rejected", rejected);
        Ledgers.print(NAME);
        Ledgers.resize(NAME, 5, 8, 5);
        Ledgers.figure("core", pool.getCorePoolSize());
        Ledgers.figure("max", pool.getMaximumPoolSize());
    }
}
