package dev.multipool.laboratory.sampling;

import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import dev.multipool.laboratory.process.Profiler;
import dev.multipool.laboratory.process.ThreadTimes;
import dev.multipool.laboratory.sampling.SampleClassifier.Frame;
import dev.multipool.laboratory.sampling.SampledPool.States;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Counts the samples of a recording by pool and state.
 *
 * <p>A wall-clock sample says whether its thread was runnable, not whether it had a core. How much of the runnable time was
 * on a core, the CPU samples say, which are taken in equal distances of CPU time; the rest is waiting for a core.
 *
 * <p><b>Threads:</b> one.
 */
public final class SampledStates {
    private static final String WALL = "profiler.WallClockSample";
    private static final String CPU = "jdk.ExecutionSample";
    private static final Set<String> JAVA_FRAMES = Set.of("Interpreted", "JIT compiled", "Inlined", "C1 compiled");
    private static final String RUNNABLE = "STATE_RUNNABLE";
    /** Threads in no pool and with less than this part of a core are left out. */
    private static final double NOTHING = 0.01;

    private final SampleClassifier classifier;
    private final double seconds;
    private final Map<String, Group> groups = new TreeMap<>();

    SampledStates(SampleClassifier classifier, double seconds) {
        this.classifier = classifier;
        this.seconds = seconds;
    }

    /** What was seen of the threads of one pool. */
    private static final class Group {
        private final Set<Long> threads = new HashSet<>();
        private final Map<SampledState, Long> wall = new EnumMap<>(SampledState.class);
        /** Of these, woken already and without a core. */
        private final Map<SampledState, Long> woken = new EnumMap<>(SampledState.class);

        private final Map<SampledState, Long> cpu = new EnumMap<>(SampledState.class);

        long samples() {
            return wall.values().stream().mapToLong(Long::longValue).sum();
        }

        long taskCpuSamples() {
            return cpu.getOrDefault(SampledState.RUNNING, 0L) + cpu.getOrDefault(SampledState.RUNNING_IO, 0L);
        }

        /** Waiting, and not woken yet. */
        double share(SampledState state) {
            return part(wall, state) - part(woken, state);
        }

        /** Woken by what they waited for, and without a core. */
        double woken(SampledState state) {
            return part(woken, state);
        }

        /** The counters know no wake-up: what waits for a core after it still waits for what it waited for. */
        List<StateDifference> differences(PoolLedger ledger) {
            ThreadTime threads = ledger.threads();
            double waits = threads.joinWaitSeconds() + threads.ioWaitSeconds() + threads.lockWaitSeconds();
            return List.of(
                    new StateDifference(
                            "idle",
                            part(wall, SampledState.IDLE) + part(wall, SampledState.QUEUE),
                            threads.share(threads.idleSeconds())),
                    new StateDifference(
                            "join", part(wall, SampledState.JOIN), threads.share(threads.joinWaitSeconds())),
                    new StateDifference(
                            "io",
                            part(wall, SampledState.REDIS)
                                    + part(wall, SampledState.OTHER_IO)
                                    + part(wall, SampledState.RUNNING_IO),
                            threads.share(threads.ioWaitSeconds())),
                    new StateDifference(
                            "lock", part(wall, SampledState.LOCK), threads.share(threads.lockWaitSeconds())),
                    new StateDifference(
                            "running",
                            part(wall, SampledState.RUNNING)
                                    + part(wall, SampledState.HAND_OFF)
                                    + part(wall, SampledState.OTHER),
                            threads.share(Math.max(0, threads.busySeconds() - waits))));
        }

        private double part(Map<SampledState, Long> counts, SampledState state) {
            return samples() == 0 ? 0 : (double) counts.getOrDefault(state, 0L) / samples();
        }
    }

    /**
     * Reads a recording.
     *
     * @param seconds how long it was made
     * @param rules of the service, what a thread does
     * @param ledgers the pools' own, of the same time
     * @throws IOException when the file can't be read
     */
    public static List<SampledPool> of(Path jfr, double seconds, ThreadRules rules, List<PoolLedger> ledgers)
            throws IOException {
        SampledStates states = new SampledStates(new SampleClassifier(rules), seconds);
        try (RecordingFile file = new RecordingFile(jfr)) {
            while (file.hasMoreEvents()) {
                states.take(file.readEvent());
            }
        }
        return states.pools(ledgers);
    }

    private void take(RecordedEvent event) {
        String type = event.getEventType().getName();
        if (type.equals(WALL)) {
            RecordedThread thread = event.getValue("sampledThread");
            add(thread, RUNNABLE.equals(state(event)), stack(event), event.getInt("samples"));
        } else if (type.equals(CPU)) {
            RecordedThread thread = event.getValue("sampledThread");
            addCpu(thread, stack(event));
        }
    }

    private void add(RecordedThread thread, boolean runnable, List<Frame> stack, int samples) {
        SampledState state = classifier.of(runnable, stack);
        add(nameOf(thread), thread.getOSThreadId(), state, runnable && classifier.isAsleep(stack), samples);
    }

    private void addCpu(RecordedThread thread, List<Frame> stack) {
        addCpu(nameOf(thread), classifier.of(true, stack));
    }

    void add(String thread, long number, SampledState state, boolean woken, int samples) {
        Group group = groups.computeIfAbsent(ThreadTimes.groupOf(thread), name -> new Group());
        group.threads.add(number);
        group.wall.merge(state, (long) samples, Long::sum);
        if (woken) {
            group.woken.merge(state, (long) samples, Long::sum);
        }
    }

    void addCpu(String thread, SampledState state) {
        groups.computeIfAbsent(ThreadTimes.groupOf(thread), name -> new Group())
                .cpu
                .merge(state, 1L, Long::sum);
    }

    /** Pools first, in the order of their names, then other threads that did something. */
    List<SampledPool> pools(List<PoolLedger> ledgers) {
        List<SampledPool> pools = new ArrayList<>();
        for (PoolLedger ledger : ledgers) {
            Group group = groups.remove(ledger.pool());
            if (group != null && group.samples() > 0) {
                SampledPool sampled = sampled(ledger.pool(), group);
                pools.add(sampled.with(group.differences(ledger)));
            }
        }
        groups.forEach((name, group) -> {
            double cores =
                    group.cpu.values().stream().mapToLong(Long::longValue).sum()
                            * Profiler.CPU_INTERVAL_SECONDS
                            / seconds;
            if (cores >= NOTHING && group.samples() > 0) {
                pools.add(sampled(name, group));
            }
        });
        return pools;
    }

    private SampledPool sampled(String name, Group group) {
        double running = group.share(SampledState.RUNNING) + group.share(SampledState.RUNNING_IO);
        double woken = group.woken.keySet().stream().mapToDouble(group::woken).sum();
        double onCpu = Math.min(
                running, group.taskCpuSamples() * Profiler.CPU_INTERVAL_SECONDS / (seconds * group.threads.size()));
        return new SampledPool(
                name,
                group.threads.size(),
                group.samples(),
                new States(
                        group.share(SampledState.IDLE),
                        new SampledPool.States.Waiting(
                                group.share(SampledState.JOIN),
                                group.share(SampledState.REDIS),
                                group.share(SampledState.OTHER_IO),
                                group.share(SampledState.LOCK)),
                        group.share(SampledState.QUEUE) + group.share(SampledState.HAND_OFF),
                        onCpu,
                        running - onCpu + woken,
                        group.share(SampledState.OTHER)),
                List.of());
    }

    private static String nameOf(RecordedThread thread) {
        String java = thread.getJavaName();
        return java != null ? java : String.valueOf(thread.getOSName());
    }

    private static String state(RecordedEvent event) {
        return event.getString("state");
    }

    private static List<Frame> stack(RecordedEvent event) {
        RecordedStackTrace trace = event.getStackTrace();
        if (trace == null) {
            return List.of();
        }
        List<Frame> frames = new ArrayList<>();
        for (RecordedFrame frame : trace.getFrames()) {
            String className = frame.getMethod().getType() == null
                    ? ""
                    : frame.getMethod().getType().getName();
            frames.add(new Frame(className, frame.getMethod().getName(), isJava(frame)));
        }
        return frames;
    }

    /** Code of the JVM and of the system has the library in the place of the class. */
    private static boolean isJava(RecordedFrame frame) {
        return JAVA_FRAMES.contains(frame.getType());
    }
}
