package dev.multipool.pools;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Shows a pool over JMX as {@code dev.multipool:type=Pool,name=...} until it is closed.
 *
 * <p><b>Threads:</b> any.
 */
public final class PoolManagement implements AutoCloseable {

    private static final ObjectName ALL = all();

    private final MBeanServer server;
    private final ObjectName name;

    private PoolManagement(MBeanServer server, ObjectName name) {
        this.server = server;
        this.name = name;
    }

    private static ObjectName all() {
        try {
            return new ObjectName("dev.multipool:type=Pool,*");
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Registers the pool with the JVM's MBean server. */
    public static PoolManagement register(ManagedPool pool) {
        return register(pool, ManagementFactory.getPlatformMBeanServer());
    }

    /**
     * Registers the pool.
     *
     * @throws IllegalStateException when a pool of the same name is registered
     */
    public static PoolManagement register(ManagedPool pool, MBeanServer server) {
        try {
            ObjectName name = new ObjectName(
                    "dev.multipool:type=Pool,name=" + pool.config().name());
            server.registerMBean(new Bean(pool), name);
            return new PoolManagement(server, name);
        } catch (InstanceAlreadyExistsException e) {
            throw new IllegalStateException(
                    "pool " + pool.config().name() + ": registered already (expected: one pool of each name)", e);
        } catch (JMException e) {
            throw new IllegalStateException("pool " + pool.config().name() + ": can't be registered", e);
        }
    }

    /**
     * Returns the pools that are registered with a bean server, of this JVM or another one: ours, and those that are observed.
     *
     * @throws IOException when the server can't be asked
     */
    public static List<ManagedPool> pools(MBeanServerConnection server) throws IOException {
        return server.queryNames(ALL, null).stream()
                .sorted()
                .<ManagedPool>map(name -> new PoolBean(server, name))
                .toList();
    }

    /** Returns the name under which the pool is registered. */
    public ObjectName objectName() {
        return name;
    }

    /** Takes the pool off the MBean server; does nothing the second time. */
    @Override
    public void close() {
        try {
            if (server.isRegistered(name)) {
                server.unregisterMBean(name);
            }
        } catch (JMException e) {
            throw new IllegalStateException(name + ": can't be unregistered", e);
        }
    }

    /** Reads the attributes from snapshots. */
    private static final class Bean implements PoolMXBean {

        private static final long FRESH_NANOS = 100_000_000;

        private final ManagedPool pool;
        // @GuardedBy("this")
        private @Nullable LedgerSnapshot last;
        // @GuardedBy("this")
        private long takenNanos;

        Bean(ManagedPool pool) {
            this.pool = pool;
        }

        private synchronized LedgerSnapshot now() {
            long now = NanoClock.system().nanoTime();
            LedgerSnapshot snapshot = last;
            if (snapshot == null || now - takenNanos > FRESH_NANOS) {
                snapshot = pool.snapshot();
                last = snapshot;
                takenNanos = now;
            }
            return snapshot;
        }

        @Override
        public String getSpec() {
            return pool.config().spec();
        }

        @Override
        public int getThreads() {
            return now().state().threads();
        }

        @Override
        public int getMaxThreads() {
            return now().state().maxThreads();
        }

        @Override
        public int getQueueCapacityTasks() {
            return now().state().queueCapacity();
        }

        @Override
        public int getActiveTasks() {
            return now().state().active();
        }

        @Override
        public int getQueueDepthTasks() {
            return now().queueDepth();
        }

        @Override
        public long getQueueDepthP90Tasks() {
            return now().tasks().queueDepth().percentile(90);
        }

        @Override
        public long getQueueDepthMaxTasks() {
            return now().tasks().queueDepth().max();
        }

        @Override
        public long getArrivalsTasks() {
            return now().arrivals();
        }

        @Override
        public long getCompletionsTasks() {
            return now().completions();
        }

        @Override
        public long getFailuresTasks() {
            return now().failures();
        }

        @Override
        public long getCancelledTasks() {
            return now().counts().cancelled();
        }

        @Override
        public long getDroppedTasks() {
            return now().counts().dropped();
        }

        @Override
        public long getRejectedPoolFullTasks() {
            return now().rejections(RejectReason.POOL_FULL);
        }

        @Override
        public long getRejectedQueueFullTasks() {
            return now().rejections(RejectReason.QUEUE_FULL);
        }

        @Override
        public long getRejectedQueueExpiredTasks() {
            return now().rejections(RejectReason.QUEUE_EXPIRED);
        }

        @Override
        public long getRejectedShutDownTasks() {
            return now().rejections(RejectReason.SHUT_DOWN);
        }

        @Override
        public double getArrivalRatePerSecond() {
            return now().arrivalRatePerSecond();
        }

        @Override
        public double getThroughputPerSecond() {
            return now().throughputPerSecond();
        }

        @Override
        public double getMeanQueueTimeNanos() {
            return now().queueTimeNanos().mean();
        }

        @Override
        public long getQueueTimeP99Nanos() {
            return now().queueTimeNanos().percentile(99);
        }

        @Override
        public double getMeanServiceTimeNanos() {
            return now().serviceTimeNanos().mean();
        }

        @Override
        public long getServiceTimeP99Nanos() {
            return now().serviceTimeNanos().percentile(99);
        }

        @Override
        public double getServiceTimeDeviationNanos() {
            return now().serviceTimeNanos().standardDeviation();
        }

        @Override
        public long getBusyNanos() {
            return now().times().busyNanos();
        }

        @Override
        public long getIdleNanos() {
            return now().times().idleNanos();
        }

        @Override
        public long getCpuNanos() {
            return now().times().cpuNanos();
        }

        @Override
        public long getJoinWaitNanos() {
            return now().times().joinWaitNanos();
        }

        @Override
        public long getIoWaitNanos() {
            return now().times().ioWaitNanos();
        }

        @Override
        public long getLockWaitNanos() {
            return now().times().lockWaitNanos();
        }

        @Override
        public long getOtherWaitNanos() {
            return now().times().otherWaitNanos();
        }

        @Override
        public double getUtilizationRatio() {
            return now().utilization();
        }

        @Override
        public double getUsefulUtilizationRatio() {
            return now().usefulUtilization();
        }

        @Override
        public double getConcurrencyTasks() {
            return now().concurrency();
        }

        @Override
        public double getLittlesLawConcurrencyTasks() {
            return now().littlesLawConcurrency();
        }

        @Override
        public double getLittleResidualRatio() {
            return now().littleResidual();
        }

        @Override
        public double getDeadTimeRatio() {
            return now().deadTimeRatio();
        }

        @Override
        public double getWaitComputeRatio() {
            return now().waitComputeRatio();
        }

        @Override
        public byte[] ledger() {
            return now().toBytes();
        }

        @Override
        public synchronized void resize(int coreThreads, int maxThreads, int queueCapacityTasks) {
            pool.resize(coreThreads, maxThreads, queueCapacityTasks);
            last = null;
        }
    }
}
