package dev.multipool.laboratory.machine;

import dev.multipool.bench.stall.Stall;
import dev.multipool.bench.stall.StallLog;
import dev.multipool.laboratory.machine.Wanted.Decision;
import dev.multipool.laboratory.machine.app.CoreWatchMain;
import dev.multipool.laboratory.machine.cores.AwakeBy;
import dev.multipool.laboratory.machine.cores.CoreState;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.LineClient;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The helper process of a run of the laboratory: it keeps the measured cores from halting, meters their stalls, samples their
 * speed and how far they lie apart, and compacts the machine's memory. What it can't have it goes without, and says so; a watch without its process watches nothing.
 *
 * <p>Where autogroups are on, the helper is a group of its own; what is measured stays in the laboratory's. A helper with spin loops is
 * made nice as a whole, so it yields to every other group.
 *
 * <p><b>Threads:</b> any. <b>Lifecycle:</b> runs until it is closed, at the latest until the laboratory ends, however it does.
 */
public final class CoreWatch implements AutoCloseable {
    /** Little garbage is made, and each stop of the JVM may wait for a spin loop: so there are as few as can be. */
    private static final List<String> FLAGS = List.of(
            "-Xms32m",
            "-Xmx32m",
            "-Xmn20m",
            // a quarter of the memory that is to be had is the real bound
            "-XX:MaxDirectMemorySize=1t",
            "-XX:+UseSerialGC",
            // one compiler, so that the loop that tells a core's speed stays the same code
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:GuaranteedSafepointInterval=0");

    private static final Path ROOT = Path.of("/");
    /** To take gigabytes of memory may take so long, where a hypervisor has to find them first. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final @Nullable Helper helper;
    private final Map<String, Long> measured;
    private volatile CoreSetup setup;

    private CoreWatch(@Nullable Helper helper, Map<String, Long> measured, CoreSetup setup) {
        this.helper = helper;
        this.measured = new ConcurrentHashMap<>(measured);
        this.setup = setup;
    }

    /** A helper that runs. */
    private record Helper(ServerProcess process, LineClient orders, Path stallLog) {
        String ask(String order) throws IOException {
            synchronized (orders) {
                orders.send(order);
                try {
                    return orders.receive(PATIENCE);
                } catch (IOException e) {
                    // an answer that comes later would be taken for the one to the next order
                    orders.close();
                    throw e;
                }
            }
        }
    }

    /**
     * What to watch.
     *
     * @param cpus every core that a measured process may use
     * @param awake whether they are kept from halting
     * @param compact whether memory is compacted before a process starts
     * @param measured processes that are there already, by what they do
     * @param searchPath directories of programs, as in the environment variable PATH
     */
    public record Order(
            List<Integer> cpus, Decision awake, Decision compact, Map<String, Long> measured, String searchPath) {
        /** With the laboratory; the processes that it starts are in its own group. */
        public static Order of(List<Integer> cpus, Countermeasures wanted, String searchPath) {
            return new Order(
                    cpus,
                    AwakeCores.decide(wanted.awakeCores(), ROOT),
                    CompactMemory.decide(wanted.compactMemory(), ROOT),
                    Map.of("the laboratory", ProcessHandle.current().pid()),
                    searchPath);
        }
    }

    /**
     * Starts the helper. Where it can't be started the watch has no process.
     *
     * @param java how to start JVMs
     * @param directory takes what the helper prints, and the log of stalls
     */
    public static CoreWatch start(JavaCommand java, Order order, Path directory) throws InterruptedException {
        SchedulingGroups groups = SchedulingGroups.of(ROOT, order.measured());
        Path stallLog = directory.resolve("stalls.log").toAbsolutePath();
        try {
            ServerProcess process = startHelper(java.with(FLAGS), order, stallLog, directory.resolve("cores.log"));
            boolean runs = false;
            try {
                Helper helper = new Helper(process, LineClient.connect(process.port()), stallLog);
                CoreState state = CoreState.parse(helper.ask("state"));
                runs = true;
                return new CoreWatch(helper, order.measured(), setup(order, groups, state));
            } finally {
                if (!runs) {
                    process.kill();
                }
            }
        } catch (ProcessFailedException | IOException e) {
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            return new CoreWatch(
                    null,
                    order.measured(),
                    setup(
                            order,
                            groups,
                            new CoreState(
                                    AwakeBy.NOTHING,
                                    false,
                                    0,
                                    false,
                                    false,
                                    List.of("a helper process (" + why + ")"))));
        }
    }

    /** Watches nothing. */
    public static CoreWatch none() {
        return new CoreWatch(null, Map.of(), CoreSetup.UNKNOWN);
    }

    private static ServerProcess startHelper(JavaCommand java, Order order, Path stallLog, Path output)
            throws InterruptedException {
        List<String> arguments = List.of(
                order.cpus().stream().map(String::valueOf).collect(Collectors.joining(",")),
                Boolean.toString(order.awake().on()),
                Boolean.toString(order.compact().on()),
                stallLog.toString());
        String main = CoreWatchMain.class.getName();
        return Machine.hasProgram(order.searchPath(), "setsid")
                ? ServerProcess.startInOwnSession("core watch", java, main, arguments, output)
                : ServerProcess.start("core watch", java, null, main, arguments, output);
    }

    private static CoreSetup setup(Order order, SchedulingGroups groups, CoreState state) {
        return new CoreSetup(
                state.awakeBy(),
                order.awake().on() && state.awakeBy() == AwakeBy.NOTHING
                        ? "keeping them awake is not to be had"
                        : order.awake().why(),
                state.realTime(),
                state.thresholdMillis() == 0 ? null : state.thresholdMillis(),
                state.apart(),
                state.compacts(),
                order.compact().on() && !state.compacts()
                        ? "compacting it is not to be had"
                        : order.compact().why(),
                groups,
                state.missing());
    }

    /** The helper process, which is part of the run; empty when there is none. */
    public OptionalLong pid() {
        return helper != null && helper.process().isAlive()
                ? OptionalLong.of(helper.process().pid())
                : OptionalLong.empty();
    }

    /** Where stalls are logged; null when nobody looks for them. */
    public @Nullable Path stallLog() {
        return helper == null ? null : helper.stallLog();
    }

    /**
     * How fast each watched core and the memory were in a time, by the mean of what was sampled then.
     *
     * @param beginNanos of the clock that all processes of a machine share
     */
    public MachineSpeed speed(long beginNanos, long endNanos) {
        if (pid().isEmpty() || helper == null) {
            return MachineSpeed.UNKNOWN;
        }
        String time = " " + beginNanos + " " + endNanos;
        try {
            List<SpinTime> cores = new ArrayList<>();
            for (String core : helper.ask("speed" + time).split(" ", -1)) {
                int colon = core.indexOf(':');
                if (colon > 0) {
                    cores.add(new SpinTime(
                            Integer.parseInt(core.substring(0, colon)), Long.parseLong(core.substring(colon + 1))));
                }
            }
            return new MachineSpeed(cores, mean(helper.ask("touch" + time)), mean(helper.ask("distance" + time)));
        } catch (IOException e) {
            // it has ended, which no measurement needs to fail of
            return MachineSpeed.UNKNOWN;
        }
    }

    private static @Nullable Double mean(String answer) {
        return answer.isEmpty() ? null : Double.valueOf(answer);
    }

    /**
     * Compacts the machine's memory, where that was wanted and is to be had: what starts next gets memory that lies together. Returns when
     * it is done, which takes seconds at first. Nothing is to be measured meanwhile.
     */
    public synchronized void compactMemory() {
        if (pid().isEmpty() || helper == null || !setup.memoryCompacted()) {
            return;
        }
        try {
            if (!Boolean.parseBoolean(helper.ask("compact"))) {
                setup = setup.withoutCompaction("compacting it failed");
            }
        } catch (IOException e) {
            // it has ended, which no measurement needs to fail of
        }
    }

    /**
     * Notes what no meter of the machine sees, so that what it disturbed is left out.
     *
     * @param cause one that is not of the machine
     */
    public void note(Stall.Cause cause, long beginNanos, long endNanos) {
        if (helper != null) {
            StallLog.append(helper.stallLog()).accept(new Stall(beginNanos, endNanos, cause, Stall.ANY_CPU));
        }
    }

    /**
     * Looks at the scheduling group of one more measured process.
     *
     * @param name what it does
     */
    public synchronized void add(String name, long pid) {
        measured.put(name, pid);
        // sorted, so that the words do not change from run to run
        setup = setup.with(SchedulingGroups.of(ROOT, new TreeMap<>(measured)));
    }

    /** What is done about the cores. */
    public CoreSetup setup() {
        return setup;
    }

    /** The same in one line, for people. */
    public String description() {
        return setup.sentence();
    }

    @Override
    public void close() {
        if (helper == null) {
            return;
        }
        // its threads that yield to all others would take their time to end in order
        helper.process().kill();
        try {
            helper.orders().close();
        } catch (IOException e) {
            // the process is gone, and the connection with it
        }
    }
}
