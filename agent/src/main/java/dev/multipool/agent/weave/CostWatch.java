package dev.multipool.agent.weave;

import dev.multipool.agent.runtime.SampledCost;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.function.Consumer;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Ends measuring when it costs too much. Every {@value #PERIOD_MILLIS} ms it counts tasks, and times the hooks of some tasks of its
 * own.
 *
 * <p><b>Lifecycle:</b> at work once it is made, until {@link #close}, which waits for a second at most.
 */
final class CostWatch implements AutoCloseable {

    private static final long PERIOD_MILLIS = 2_000;
    private static final long CLOSE_MILLIS = 1_000;
    private static final String POOLS = "dev.multipool:type=Pool,*";
    private static final String PROCESS = "java.lang:type=OperatingSystem";

    private final double share;
    private final Consumer<String> say;
    private final Runnable stop;
    private final SampledCost sample;
    private final Thread thread = new Thread(null, this::watch, "multipool-agent-cost", 0, false);

    /**
     * Begins to watch.
     *
     * @param share the most that measuring may cost, as a part of the process's CPU time
     * @param stop ends measuring; called once
     */
    CostWatch(double share, Consumer<String> say, Runnable stop) {
        this.share = share;
        this.say = say;
        this.stop = stop;
        this.sample = new SampledCost(say);
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        try {
            CostLimit limit = new CostLimit(share);
            long tasks = tasks();
            long cpu = cpuNanos();
            double cost;
            long newTasks;
            long newCpu;
            do {
                Thread.sleep(PERIOD_MILLIS);
                newTasks = tasks() - tasks;
                newCpu = cpu < 0 ? -1 : cpuNanos() - cpu;
                cost = sample.nanosPerTask();
                tasks += newTasks;
                cpu = cpu < 0 ? -1 : cpu + newCpu;
            } while (!limit.isPassedBy(newTasks, cost, newCpu));
            say.accept(String.format(
                    Locale.ROOT,
                    "measuring was ended: it costs %.1f %% of the process's CPU time (expected: at most %.1f %%)",
                    100 * newTasks * cost / newCpu,
                    100 * share));
            stop.run();
        } catch (InterruptedException e) {
            // closed
        } catch (JMException | RuntimeException | LinkageError e) {
            say.accept("nobody watches what measuring costs: " + e);
        }
    }

    /** Of the pools that are there; what a pool did that is gone is less than nothing, and no harm. */
    private static long tasks() throws JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        long tasks = 0;
        for (ObjectName pool : beans.queryNames(new ObjectName(POOLS), null)) {
            try {
                tasks += ((Number) beans.getAttribute(pool, "ArrivalsTasks")).longValue();
            } catch (InstanceNotFoundException e) {
                // it went
            }
        }
        return tasks;
    }

    private static long cpuNanos() throws JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        // by its bean: the class that has it may be missing in a small runtime
        return ((Number) beans.getAttribute(new ObjectName(PROCESS), "ProcessCpuTime")).longValue();
    }

    @Override
    public void close() {
        thread.interrupt();
        if (Thread.currentThread() != thread) {
            try {
                thread.join(CLOSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
