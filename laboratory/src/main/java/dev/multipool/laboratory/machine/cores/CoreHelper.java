package dev.multipool.laboratory.machine.cores;

import dev.multipool.bench.stall.HiccupMeter;
import dev.multipool.bench.stall.Stall;
import dev.multipool.bench.stall.StallLog;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The threads of the helper process: on each watched core a meter of stalls, a sampler of the core's speed, and one that meters how far it
 * lies from the first; one that touches idle memory; one that writes stalls into their log; and, where the kernel can't poll on idle cores,
 * on each a spin loop that only runs when nothing else does.
 *
 * <p>A spin loop may wait long for its core, and then every stop of this JVM waits for the loop: the meters would call that a
 * stall of the machine. So nothing here makes garbage once it runs, and the meters only hand their stalls over.
 *
 * <p><b>Threads:</b> its own are daemons. <b>Lifecycle:</b> they run until the JVM ends.
 */
public final class CoreHelper {
    /** What the names of the spin loops' threads begin with. */
    public static final String SPINNER = "awake";

    /** What the names of the samplers' threads begin with. */
    public static final String SAMPLER = "speed";

    private static final int REAL_TIME_THRESHOLD_MILLIS = 5;
    /** A meter that competes is late under load although the machine is not. */
    private static final int THRESHOLD_MILLIS = 20;

    /** Some 60 us: with the pause below about a thousandth of the core. */
    private static final int SPIN_PIECES = 24;

    /** A neighbour comes and goes within milliseconds. */
    private static final long SAMPLE_PAUSE_NANOS = Duration.ofMillis(50).toNanos();

    private static final long TOUCH_PAUSE_NANOS = Duration.ofSeconds(1).toNanos() / IdleMemory.GOES;

    /** Each time takes both cores some 0.05 ms. */
    private static final long DISTANCE_PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    /** Ten minutes. */
    private static final int SAMPLES = 12_000;

    private static final long RECORD_PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    private final Path proc;
    /** Held until this process ends. */
    private final Optional<IdlePolling> polling;

    /** Empty from the first time on that it fails. */
    private Optional<MemoryCompaction> compaction;

    private final boolean spins;
    private final NanoClock clock = NanoClock.system();
    private final Map<Integer, SpeedSamples> speeds = new TreeMap<>();
    private final SpeedSamples touches = new SpeedSamples(SAMPLES);
    private final SpeedSamples distances = new SpeedSamples(SAMPLES);
    private final Queue<Stall> stalls = new ConcurrentLinkedQueue<>();
    private final List<String> missing = new ArrayList<>();

    private CoreHelper(Path root, Order order) {
        this.proc = root.resolve("proc");
        this.polling = order.awake() ? IdlePolling.begin(root, order.cpus()) : Optional.empty();
        this.spins = order.awake() && polling.isEmpty();
        this.compaction = order.compact() ? MemoryCompaction.of(root) : Optional.empty();
    }

    /**
     * What the laboratory asks for.
     *
     * @param cpus the cores to watch, in ascending order
     * @param awake whether they are kept from halting
     * @param compact whether memory is compacted when the laboratory asks for it
     * @param stallLog takes stalls
     */
    public record Order(List<Integer> cpus, boolean awake, boolean compact, Path stallLog) {
        public Order {
            cpus = List.copyOf(cpus);
        }
    }

    /** A helper whose threads run. */
    public record Running(CoreHelper helper, CoreState state) {}

    /**
     * Starts all threads and waits until each runs where it belongs.
     *
     * @param root of the machine's file system
     */
    public static Running start(Order order, Path root) throws IOException, InterruptedException {
        CoreHelper helper = new CoreHelper(root, order);
        return new Running(helper, helper.startAll(order));
    }

    private CoreState startAll(Order order) throws IOException, InterruptedException {
        rehearseLog(order.stallLog());
        StallLog log = StallLog.create(order.stallLog());
        if (!compactMemory(order.cpus())) {
            missing.add("memory can't be compacted");
        }
        List<Integer> pinned = order.cpus().stream().filter(this::sample).toList();
        if (pinned.size() < order.cpus().size()) {
            missing.add("no thread can be pinned to "
                    + order.cpus().stream()
                            .filter(cpu -> !pinned.contains(cpu))
                            .map(cpu -> "core " + cpu)
                            .collect(Collectors.joining(", ")));
        }
        if (!pinned.isEmpty()) {
            touchMemory(pinned.get(pinned.size() - 1));
            meterDistances(pinned);
        }
        // not bound to a core a meter sees at least what stops all of them
        List<Metering> meters = (pinned.isEmpty() ? List.of(Stall.ANY_CPU) : pinned)
                .stream().map(this::meter).toList();
        boolean realTime = meters.stream().allMatch(meter -> meter == Metering.REAL_TIME);
        if (!realTime) {
            missing.add("real-time priority was refused to the meters of stalls");
        }
        boolean metered = meters.stream().noneMatch(meter -> meter == Metering.NONE);
        record(order.cpus(), log);
        OwnGroup group = spins ? yieldToOthers(realTime) : OwnGroup.SHARED;
        boolean spinning = spins
                && group != OwnGroup.TAKES_ITS_SHARE
                && keepAwake(pinned, order.cpus().size());
        return new CoreState(
                polling.isPresent() ? AwakeBy.KERNEL_POLLING : spinning ? AwakeBy.SPIN_LOOPS : AwakeBy.NOTHING,
                realTime,
                !metered ? 0 : realTime ? REAL_TIME_THRESHOLD_MILLIS : THRESHOLD_MILLIS,
                group == OwnGroup.YIELDS,
                compaction.isPresent(),
                missing);
    }

    /** Late, since from now on all but the spin loops would get hardly any time beside a load, were it not for their priority. */
    private OwnGroup yieldToOthers(boolean realTime) throws InterruptedException {
        OwnGroup group = OwnGroup.yieldToOthers(proc);
        if (group == OwnGroup.TAKES_ITS_SHARE) {
            missing.add("a spin loop would not yield: its scheduling group can't be made nice");
        }
        if (group == OwnGroup.YIELDS && realTime) {
            Placement.becomeRealTimeAsAWhole();
        }
        return group;
    }

    /** The first stall must not be followed by one that loading the classes for it made. */
    private static void rehearseLog(Path stallLog) throws IOException {
        Path rehearsal = stallLog.resolveSibling(stallLog.getFileName() + ".rehearsal");
        StallLog.create(rehearsal).accept(new Stall(0, 1, Stall.Cause.LATE_WAKE, 0));
        Files.delete(rehearsal);
    }

    /** What a thread does first: it changes where and how it runs, and tells how that went. */
    @FunctionalInterface
    private interface Placing<T> {
        T place() throws InterruptedException;
    }

    /** What a thread does then. */
    @FunctionalInterface
    private interface Work<T> {
        void run(T placed) throws InterruptedException;
    }

    /** Starts a thread; returns once it is placed. */
    private static <T> T startThread(String name, Placing<T> placing, Work<T> work) {
        CompletableFuture<T> placed = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        T result = placing.place();
                        placed.complete(result);
                        work.run(result);
                    } catch (InterruptedException e) {
                        // nobody interrupts it but an end of this JVM
                        placed.completeExceptionally(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return placed.join();
    }

    /** Samples the speed of a core; false when no thread can be pinned to it. */
    private boolean sample(int cpu) {
        SpeedSamples samples = new SpeedSamples(SAMPLES);
        boolean pinned = startThread(SAMPLER + "-" + cpu, () -> pinBeforeOthers(cpu), placed -> {
            if (placed) {
                sampleForEver(samples);
            }
        });
        if (pinned) {
            speeds.put(cpu, samples);
        }
        return pinned;
    }

    /** On a core that is no server's where there are several: a touch may take the core for some tenths of a millisecond. */
    private void touchMemory(int cpu) {
        startThread("memory", () -> pinBeforeOthers(cpu), placed -> {
            IdleMemory memory = new IdleMemory();
            while (true) {
                long touch = memory.touchNanos();
                touches.add(clock.nanoTime(), touch);
                LockSupport.parkNanos(this, TOUCH_PAUSE_NANOS);
            }
        });
    }

    /** A thread on the first core measures by turns, one on each other core answers. */
    private void meterDistances(List<Integer> cpus) {
        List<CoreDistance> others = cpus.stream().skip(1).map(this::answerOn).toList();
        if (others.isEmpty()) {
            return;
        }
        startThread("distance", () -> pinBeforeOthers(cpus.get(0)), placed -> {
            others.forEach(CoreDistance::warmUp);
            while (true) {
                for (CoreDistance other : others) {
                    long nanos = other.roundTripNanos();
                    if (nanos != CoreDistance.NO_ANSWER) {
                        distances.add(clock.nanoTime(), nanos);
                    }
                    LockSupport.parkNanos(this, DISTANCE_PAUSE_NANOS);
                }
            }
        });
    }

    private CoreDistance answerOn(int cpu) {
        CoreDistance distance = new CoreDistance();
        startThread("answer-" + cpu, () -> pinBeforeOthers(cpu), placed -> distance.answerForEver());
        return distance;
    }

    /** A sampler that has to wait within its piece of work would call a busy core a slow one. */
    private static boolean pinBeforeOthers(int cpu) throws InterruptedException {
        boolean pinned = Placement.pinTo(cpu);
        if (pinned) {
            Placement.becomeRealTime();
        }
        return pinned;
    }

    private void sampleForEver(SpeedSamples samples) {
        SpinLoop loop = new SpinLoop(SPIN_PIECES);
        while (true) {
            long spin = loop.timeNanos();
            samples.add(clock.nanoTime(), spin);
            LockSupport.parkNanos(this, SAMPLE_PAUSE_NANOS);
        }
    }

    /** How a meter of stalls runs. */
    private enum Metering {
        REAL_TIME,
        /** With normal priority, as one thread among those that are measured. */
        COMPETING,
        /** Not at all: in a group that yields to all others it would only see their load. */
        NONE
    }

    private Metering meter(int cpu) {
        return startThread(
                HiccupMeter.THREAD_NAME + "-" + (cpu == Stall.ANY_CPU ? "any" : cpu), () -> place(cpu), placed -> {
                    if (placed != Metering.NONE) {
                        int threshold = placed == Metering.REAL_TIME ? REAL_TIME_THRESHOLD_MILLIS : THRESHOLD_MILLIS;
                        new HiccupMeter(clock::nanoTime, Duration.ofMillis(threshold), cpu, stalls::add).run();
                    }
                });
    }

    private Metering place(int cpu) throws InterruptedException {
        if (cpu != Stall.ANY_CPU && !Placement.pinTo(cpu)) {
            return Metering.NONE;
        }
        if (Placement.becomeRealTime()) {
            return Metering.REAL_TIME;
        }
        return spins && OwnGroup.isAlone(proc) ? Metering.NONE : Metering.COMPETING;
    }

    /** Writes what the meters saw and what the hypervisor stole. */
    private void record(List<Integer> cpus, StallLog log) {
        @Nullable StealMeter steal = steal(cpus);
        startThread("stall-log", Placement::becomeRealTime, placed -> {
            while (true) {
                LockSupport.parkNanos(this, RECORD_PAUSE_NANOS);
                for (Stall stall = stalls.poll(); stall != null; stall = stalls.poll()) {
                    log.accept(stall);
                }
                readSteal(steal, log);
            }
        });
    }

    private @Nullable StealMeter steal(List<Integer> cpus) {
        try {
            return StealMeter.open(proc, clock::nanoTime, cpus);
        } catch (IOException e) {
            missing.add("steal can't be read");
            return null;
        }
    }

    private static void readSteal(@Nullable StealMeter steal, StallLog log) {
        if (steal == null) {
            return;
        }
        try {
            steal.readNew(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Spins on each core; false when that is not to be had on all of them. */
    private boolean keepAwake(List<Integer> pinned, int wanted) {
        boolean all = pinned.stream().allMatch(this::spin);
        if (!all) {
            missing.add("SCHED_IDLE was refused");
        }
        return all && pinned.size() == wanted;
    }

    private boolean spin(int cpu) {
        return startThread(SPINNER + "-" + cpu, () -> Placement.pinTo(cpu) && Placement.becomeIdle(), placed -> {
            if (placed) {
                spinForEver();
            }
        });
    }

    /** Not Thread.onSpinWait: some hypervisors take the core away at a PAUSE. */
    @SuppressWarnings("InfiniteLoopStatement") // it ends with the JVM
    private static void spinForEver() {
        while (true) {
            // keeps the core from halting
        }
    }

    /** Compacts the machine's memory, where that is to be had; false when it fails. */
    public boolean compactMemory() throws InterruptedException {
        return compactMemory(List.copyOf(speeds.keySet()));
    }

    /** No meter needs to end when it fails. */
    private boolean compactMemory(List<Integer> cpus) throws InterruptedException {
        try {
            if (compaction.isPresent()) {
                compaction.get().compact(cpus);
            }
            return true;
        } catch (IOException | RuntimeException e) {
            compaction = Optional.empty();
            return false;
        }
    }

    /** The mean time of a touch of idle memory in a time; empty when there was none. */
    public String touch(long beginNanos, long endNanos) {
        return text(touches.mean(beginNanos, endNanos));
    }

    /** The mean distance of the first core from each other one in a time; empty when there was none. */
    public String distance(long beginNanos, long endNanos) {
        return text(distances.mean(beginNanos, endNanos));
    }

    private static String text(OptionalLong mean) {
        return mean.isPresent() ? Long.toString(mean.getAsLong()) : "";
    }

    /** The mean time of the spin loop on each core in a time, as {@code CPU:NANOS} with spaces between. */
    public String speed(long beginNanos, long endNanos) {
        StringBuilder text = new StringBuilder();
        speeds.forEach((cpu, samples) -> {
            OptionalLong mean = samples.mean(beginNanos, endNanos);
            if (mean.isPresent()) {
                text.append(text.isEmpty() ? "" : " ").append(cpu).append(':').append(mean.getAsLong());
            }
        });
        return text.toString();
    }
}
