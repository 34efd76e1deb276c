package dev.multipool.laboratory.process;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The ledgers of the pools of a server process, read over JMX: it needs no port of the server's own and no setting,
 * since the laboratory attaches to the JVM as its tools do.
 *
 * <p>A reading costs the server one request for each pool. Two readings make a window; nothing is reset in the server. A
 * server that stands still is given up after 15 s.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> close it before the server ends.
 */
public final class ServerLedgers implements AutoCloseable {
    private static final String[] ATTRIBUTES = {
        "Spec",
        "CompletionsTasks",
        "FailuresTasks",
        "RejectedPoolFullTasks",
        "RejectedQueueFullTasks",
        "MeanQueueTimeNanos",
        "ServiceTimeDeviationNanos",
        "BusyNanos",
        "IdleNanos",
        "CpuNanos",
        "JoinWaitNanos",
        "IoWaitNanos",
        "LockWaitNanos",
        "OtherWaitNanos"
    };

    /** For each question: a server that stands still does not hold whoever asks. */
    private static final Duration AT_MOST = Duration.ofSeconds(15);

    private static final String THREAD = "server-ledgers";
    private static final Duration TO_CLOSE = Duration.ofSeconds(2);

    private final JMXConnector connector;
    private final MBeanServerConnection beans;
    private final Duration atMost;
    private final NanoClock clock = NanoClock.system();

    private ServerLedgers(JMXConnector connector, MBeanServerConnection beans, Duration atMost) {
        this.connector = connector;
        this.beans = beans;
        this.atMost = atMost;
    }

    /**
     * Attaches to a JVM of the same user on this machine.
     *
     * @throws ProcessFailedException when it can't be attached to
     */
    public static ServerLedgers attach(long pid) throws InterruptedException {
        return attach(pid, AT_MOST);
    }

    /** The same, with another bound of each question. */
    static ServerLedgers attach(long pid, Duration atMost) throws InterruptedException {
        ServerLedgers ledgers = BoundedCall.ask(
                atMost, THREAD, "server " + pid + " can't be asked for its ledgers", () -> connect(pid, atMost));
        boolean shown = false;
        try {
            // the first reading makes the server load classes, half a second on a busy core: not inside a measured
            // window
            ledgers.read();
            shown = true;
            return ledgers;
        } finally {
            if (!shown) {
                ledgers.close();
            }
        }
    }

    @SuppressWarnings("BanJNDI") // the address is what a JVM that the laboratory started told, on this machine
    private static ServerLedgers connect(long pid, Duration atMost) throws AttachNotSupportedException, IOException {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
        String address;
        try {
            address = jvm.startLocalManagementAgent();
        } finally {
            jvm.detach();
        }
        JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
        return new ServerLedgers(connector, connector.getMBeanServerConnection(), atMost);
    }

    /**
     * The ledgers of the first of these processes that is a JVM and shows pools of ours.
     *
     * @return empty where none does; those of other pools can't be read
     */
    public static Optional<ServerLedgers> find(List<Long> pids) throws InterruptedException {
        Set<String> jvms =
                VirtualMachine.list().stream().map(VirtualMachineDescriptor::id).collect(Collectors.toSet());
        for (long pid : pids) {
            if (jvms.contains(Long.toString(pid))) {
                try {
                    return Optional.of(attach(pid));
                } catch (ProcessFailedException e) {
                    // it can't be attached to, or has other pools
                }
            }
        }
        return Optional.empty();
    }

    /**
     * What the server counted since its start.
     *
     * @param atNanos when it was read
     * @param pools by name
     * @param pauses stop-the-world pauses
     */
    public record Reading(long atNanos, Map<String, PoolCounts> pools, Pauses pauses) {
        public Reading {
            pools = Map.copyOf(pools);
        }

        /** What each pool did between an earlier reading and this one, in the order of their names. */
        public List<PoolLedger> since(Reading earlier) {
            double seconds = (atNanos - earlier.atNanos) / 1e9;
            List<PoolLedger> ledgers = new ArrayList<>();
            new TreeMap<>(pools).forEach((name, counts) -> {
                PoolCounts before = earlier.pools.get(name);
                if (before != null) {
                    ledgers.add(counts.since(before, name, seconds));
                }
            });
            return ledgers;
        }
    }

    /**
     * What one pool counted.
     *
     * @param spec its kind and bounds
     * @param numbers its attributes
     */
    record PoolCounts(String spec, Map<String, Double> numbers) {
        PoolLedger since(PoolCounts earlier, String name, double seconds) {
            return new PoolLedger(
                    name,
                    spec,
                    seconds,
                    new PoolLedger.Tasks(
                            Math.round(added(earlier, "CompletionsTasks")),
                            Math.round(added(earlier, "FailuresTasks")),
                            Math.round(
                                    added(earlier, "RejectedPoolFullTasks") + added(earlier, "RejectedQueueFullTasks")),
                            Math.max(0, queuedSeconds() - earlier.queuedSeconds()),
                            deviationMillis(earlier)),
                    new ThreadTime(
                            addedSeconds(earlier, "BusyNanos"),
                            number("CpuNanos") < 0 ? null : addedSeconds(earlier, "CpuNanos"),
                            addedSeconds(earlier, "JoinWaitNanos"),
                            addedSeconds(earlier, "IoWaitNanos"),
                            addedSeconds(earlier, "LockWaitNanos"),
                            addedSeconds(earlier, "OtherWaitNanos"),
                            addedSeconds(earlier, "IdleNanos")));
        }

        /** Of the tasks between the two, out of the squares up to each. */
        private double deviationMillis(PoolCounts earlier) {
            double tasks = tasks() - earlier.tasks();
            if (tasks < 1) {
                return 0;
            }
            double mean = added(earlier, "BusyNanos") / tasks;
            double squares = squares() - earlier.squares();
            return Math.sqrt(Math.max(0, squares / tasks - mean * mean)) / 1e6;
        }

        private double squares() {
            double mean = tasks() == 0 ? 0 : number("BusyNanos") / tasks();
            return tasks() * PoolLedger.square(mean, number("ServiceTimeDeviationNanos"));
        }

        private double tasks() {
            return number("CompletionsTasks") + number("FailuresTasks");
        }

        /** The mean is over the tasks that ran, so together they waited this long. */
        private double queuedSeconds() {
            return number("MeanQueueTimeNanos") / 1e9 * tasks();
        }

        private double addedSeconds(PoolCounts earlier, String attribute) {
            return added(earlier, attribute) / 1e9;
        }

        private double added(PoolCounts earlier, String attribute) {
            return Math.max(0, number(attribute) - earlier.number(attribute));
        }

        private double number(String attribute) {
            return numbers.getOrDefault(attribute, 0.0);
        }
    }

    /**
     * Reads all pools.
     *
     * @throws ProcessFailedException when the server does not answer, or shows no pool
     */
    public Reading read() throws InterruptedException {
        return BoundedCall.ask(atMost, THREAD, "server does not tell its ledgers", () -> {
            Map<String, PoolCounts> pools = new TreeMap<>();
            for (ObjectName name : beans.queryNames(new ObjectName("dev.multipool:type=Pool,*"), null)) {
                pools.put(name.getKeyProperty("name"), counts(name));
            }
            if (pools.isEmpty()) {
                throw new ProcessFailedException("server shows no pool over JMX");
            }
            return new Reading(clock.nanoTime(), pools, pauses());
        });
    }

    /**
     * Reads which pools had tasks done by which, since the agent came; empty where there is no agent.
     *
     * @throws ProcessFailedException when the server does not answer
     */
    public Optional<List<PoolEdge>> edges() throws InterruptedException {
        return BoundedCall.ask(atMost, THREAD, "server does not tell who waits for whom", () -> PoolEdge.read(beans));
    }

    /**
     * Reads which tasks took long; empty where there is no agent.
     *
     * @throws ProcessFailedException when the server does not answer
     */
    public Optional<SlowTask.Seen> slowTasks() throws InterruptedException {
        return BoundedCall.ask(atMost, THREAD, "server does not tell its slow tasks", () -> SlowTask.read(beans));
    }

    /**
     * Reads the whole ledgers of all pools: some kilobytes of each.
     *
     * @throws ProcessFailedException when the JVM does not answer
     */
    public JvmSnapshot snapshot() throws InterruptedException {
        return BoundedCall.ask(
                atMost, THREAD, "server does not tell its ledgers", () -> JvmSnapshot.read(beans, clock.nanoTime()));
    }

    /** Of all collectors; those that run beside the program count their cycles in a bean of their own, no pauses. */
    private Pauses pauses() throws JMException, IOException {
        long count = 0;
        double seconds = 0;
        for (ObjectName name : beans.queryNames(new ObjectName("java.lang:type=GarbageCollector,*"), null)) {
            if (!name.getKeyProperty("name").endsWith("Cycles")) {
                count += ((Number) beans.getAttribute(name, "CollectionCount")).longValue();
                seconds += ((Number) beans.getAttribute(name, "CollectionTime")).longValue() / 1e3;
            }
        }
        return new Pauses(count, seconds);
    }

    private PoolCounts counts(ObjectName name) throws JMException, IOException {
        String spec = "";
        Map<String, Double> numbers = new TreeMap<>();
        for (Attribute attribute : beans.getAttributes(name, ATTRIBUTES).asList()) {
            if (attribute.getValue() instanceof Number number) {
                numbers.put(attribute.getName(), number.doubleValue());
            } else {
                spec = String.valueOf(attribute.getValue());
            }
        }
        return new PoolCounts(spec, Map.copyOf(numbers));
    }

    /**
     * Changes a pool of the running server to other bounds of the same kind.
     *
     * @throws ProcessFailedException when the server does not answer, has no such pool, or does not allow the bounds
     */
    public void resize(PoolConfig to) throws InterruptedException {
        BoundedCall.ask(
                atMost,
                THREAD,
                "server does not resize pool " + to.name(),
                () -> Optional.ofNullable(beans.invoke(
                        new ObjectName("dev.multipool:type=Pool,name=" + to.name()),
                        "resize",
                        new Object[] {
                            to.coreThreads(), to.maxThreads(), to.queue().capacity()
                        },
                        new String[] {"int", "int", "int"})));
    }

    /** The profiler of a server that was started profiled, over the same connection. */
    public ServerProfiler profiler() {
        return new ServerProfiler(beans);
    }

    @Override
    public void close() {
        // a server that is gone, or stands still, closes the connection by its end
        BoundedCall.quietly(TO_CLOSE, THREAD + "-close", () -> {
            connector.close();
            return connector;
        });
    }
}
