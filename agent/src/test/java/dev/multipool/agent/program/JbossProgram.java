package dev.multipool.agent.program;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.jboss.threads.EnhancedQueueExecutor;
import org.jboss.threads.JBossThreadFactory;

/** The executor of Undertow and Quarkus, with threads that are called as Undertow's. */
public final class JbossProgram {

    private static final String NAME = "XNIO-1-task";

    private JbossProgram() {}

    /** Runs the scenario that is named. */
    public static void main(String[] arguments) throws InterruptedException {
        switch (arguments[0]) {
            case "times" -> Truth.compare(NAME, pool(4, 4, Integer.MAX_VALUE));
            case "many" -> JdkPoolProgram.many(NAME, pool(3, 3, 2000));
            case "truth" -> ManyTasks.compare(NAME, 100_000, Integer.MAX_VALUE, pool(16, 16, 2000)::submit);
            case "ends" -> ends();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0);
    }

    private static EnhancedQueueExecutor pool(int core, int max, int queue) {
        return new EnhancedQueueExecutor.Builder()
                .setThreadFactory(new JBossThreadFactory(
                        new ThreadGroup("XNIO-1"), true, null, "XNIO-1 task-%t", (thread, thrown) -> {}, null))
                .setExceptionHandler((thread, thrown) -> {})
                .setCorePoolSize(core)
                .setMaximumPoolSize(max)
                .setMaximumQueueSize(queue)
                .setKeepAliveTime(Duration.ofSeconds(60))
                .build();
    }

    /** Two threads and five places: twenty tasks, then a resize, then a stop with tasks in the queue. */
    private static void ends() throws InterruptedException {
        EnhancedQueueExecutor pool = pool(1, 2, 5);
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
        Ledgers.resize(NAME, 3, 4, 5);
        Ledgers.figure("core", pool.getCorePoolSize());
        Ledgers.figure("max", pool.getMaximumPoolSize());
        Ledgers.resize(NAME, 1, 2, 5);
        held.drainPermits();
        for (int i = 0; i < 5; i++) {
            pool.execute(held::acquireUninterruptibly);
        }
        Ledgers.await("busy threads", () -> held.getQueueLength() == 2 && pool.getQueueSize() == 3);
        pool.shutdownNow();
        held.release(5);
        try {
            pool.execute(() -> {});
        } catch (RejectedExecutionException e) {
            Ledgers.awaitEnds(NAME, 26);
        }
        Ledgers.print(NAME);
    }
}
