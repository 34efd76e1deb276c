package dev.multipool.agent.program;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The ledgers of this JVM's pools, as anybody reads them. */
public final class Ledgers {

    /** How many tasks are many. */
    static final int MANY = Integer.getInteger("many", 100_000);

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
    /** Longer than a reading is kept. */
    private static final long READING_MILLIS = 150;

    private Ledgers() {}

    /** Returns an attribute of a pool; its bean may have to be waited for. */
    public static double read(String pool, String attribute) {
        try {
            ObjectName name = new ObjectName("dev.multipool:type=Pool,name=" + pool);
            await("a ledger of pool " + pool + " among " + names(), () -> SERVER.isRegistered(name));
            return ((Number) SERVER.getAttribute(name, attribute)).doubleValue();
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the kind and bounds of a pool. */
    public static String spec(String pool) {
        try {
            return (String) SERVER.getAttribute(new ObjectName("dev.multipool:type=Pool,name=" + pool), "Spec");
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Resizes a pool. */
    public static void resize(String pool, int core, int max, int queue) {
        try {
            SERVER.invoke(
                    new ObjectName("dev.multipool:type=Pool,name=" + pool),
                    "resize",
                    new Object[] {core, max, queue},
                    new String[] {"int", "int", "int"});
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the names of all pools. */
    public static Set<String> names() {
        try {
            return SERVER.queryNames(new ObjectName("dev.multipool:type=Pool,*"), null).stream()
                    .map(name -> name.getKeyProperty("name"))
                    .collect(Collectors.toSet());
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until all that was offered to the pool has left it, and its ledger shows that many arrivals. */
    public static void awaitEnds(String pool, long arrivals) {
        await(arrivals + " arrivals at " + pool + " and nothing in flight", () -> {
            // one reading: what is read within 100 ms agrees
            double queued = read(pool, "QueueDepthTasks");
            double active = read(pool, "ActiveTasks");
            return queued + active == 0 && read(pool, "ArrivalsTasks") >= arrivals;
        });
    }

    /** Waits until nothing is in flight in a pool that nobody uses any more. */
    static void awaitQuiet(String pool) {
        try {
            // what was read last may have been read before the last task
            Thread.sleep(READING_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        awaitEnds(pool, 0);
    }

    /** Waits for something. */
    public static void await(String what, BooleanSupplier condition) {
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - began > 20_000_000_000L) {
                throw new IllegalStateException("waited in vain for " + what);
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Prints the figures of a pool that tests compare. */
    public static void print(String pool) {
        print(pool, "");
    }

    /** Prints them by names that begin so. */
    static void print(String pool, String prefix) {
        figure(prefix + "many", MANY);
        for (String attribute : new String[] {
            "ArrivalsTasks",
            "CompletionsTasks",
            "FailuresTasks",
            "CancelledTasks",
            "DroppedTasks",
            "RejectedPoolFullTasks",
            "RejectedQueueFullTasks",
            "RejectedQueueExpiredTasks",
            "RejectedShutDownTasks",
            "MeanQueueTimeNanos",
            "MeanServiceTimeNanos",
            "BusyNanos",
            "IdleNanos",
            "CpuNanos",
            "LittleResidualRatio",
            "Threads",
            "MaxThreads",
            "QueueCapacityTasks",
            "QueueDepthMaxTasks"
        }) {
            figure(prefix + attribute, read(pool, attribute));
        }
    }

    /** Prints a figure. */
    public static void figure(String name, double value) {
        System.out.println(name + " " + value);
    }
}
