package dev.multipool.agent.program;

import com.sun.tools.attach.VirtualMachine;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A JVM whose pool is at work when the agent comes, and when it goes. */
public final class AttachProgram {

    private static final int QUEUED = 5;

    private AttachProgram() {}

    /** Attaches the agent, which is the first argument, as often as the second one says. */
    public static void main(String[] arguments) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> new Thread(task, "orders-1"));
        pool.prestartAllCoreThreads();
        int rounds = Integer.parseInt(arguments[1]);
        for (int i = 0; i < rounds; i++) {
            round(pool, arguments[0]);
        }
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        Ledgers.await("unloaded classes", () -> {
            System.gc();
            return classes.getUnloadedClassCount() > 200L * (rounds - 1);
        });
        Ledgers.figure("pools", Ledgers.names().size());
        Ledgers.figure("agentThreads", (double) Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.equals("multipool-agent"))
                .count());
        pool.shutdown();
        Ledgers.figure("terminated", pool.awaitTermination(10, TimeUnit.SECONDS) ? 1 : 0);
    }

    private static void round(ThreadPoolExecutor pool, String agent) throws Exception {
        Semaphore held = new Semaphore(0);
        for (int i = 0; i < 2 + QUEUED; i++) {
            pool.execute(held::acquireUninterruptibly);
        }
        Ledgers.await(
                "busy threads",
                () -> pool.getActiveCount() == 2 && pool.getQueue().size() == QUEUED);
        load(agent, "");
        // those that run already are not seen, those that wait are seen when the pool does anything
        pool.execute(held::acquireUninterruptibly);
        held.release(3 + QUEUED);
        Ledgers.awaitEnds("orders", 1 + QUEUED);
        Ledgers.print("orders");
        load(agent, "stop");
        Ledgers.await("no ledger", () -> Ledgers.names().isEmpty());
    }

    private static void load(String agent, String options) throws Exception {
        VirtualMachine self =
                VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
        try {
            self.loadAgent(agent, options);
        } finally {
            self.detach();
        }
    }
}
