package dev.multipool.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.multipool.bench.stall.Stall.Cause;
import dev.multipool.bench.stall.StallLog;
import dev.multipool.laboratory.machine.Wanted.Decision;
import dev.multipool.laboratory.machine.cores.AwakeBy;
import dev.multipool.laboratory.machine.cores.CoreHelper;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.pools.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The helper as a process, on the cores of this machine. */
@Timeout(60)
class CoreWatchIT {
    private static final String PATH = System.getenv().getOrDefault("PATH", "");
    private static final Machine MACHINE = Machine.look(CpuQuota.PROC, PATH, 1);
    private static final JavaCommand JAVA =
            new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), List.of());
    private static final long OWN_PID = ProcessHandle.current().pid();
    private static final Duration TIME_TO_END = Duration.ofSeconds(30);

    /** SCHED_IDLE, in place 41 of /proc/PID/task/TID/stat. */
    private static final String IDLE = "5";

    /** SCHED_FIFO, there. */
    private static final String REAL_TIME = "1";

    private static final int POLICY = 41 - 3;

    private static final Path LATENCY = Path.of("/dev/cpu_dma_latency");

    /** One that keeps the cores awake, for the tests that leave it as it is. */
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static CoreWatch watch;

    private final Path directory;

    CoreWatchIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeAll
    static void startOneForAll(@TempDir Path shared) throws InterruptedException {
        assumeThat(MACHINE.canPin() && Machine.hasProgram(PATH, "chrt"))
                .as("taskset and chrt are there")
                .isTrue();
        watch = CoreWatch.start(JAVA, order(true), shared);
    }

    @AfterAll
    static void closeTheOneForAll() {
        // it is null where the programs are not there
        if (watch != null) {
            watch.close();
        }
    }

    @Test
    void start_whereTheKernelPolls_asksForThatAsLongAsItRuns() throws Exception {
        assumeThat(watch.setup().awakeBy()).as(watch.description()).isEqualTo(AwakeBy.KERNEL_POLLING);
        long pid = watch.pid().orElseThrow();

        assertThat(openFiles(pid)).contains(LATENCY);
        assertThat(threads(pid, CoreHelper.SPINNER)).isEmpty();
    }

    /** On one core of several the kernel is not asked, as it would poll on all of them. */
    @Test
    void start_onSomeCores_keepsEachAwake_withAPinnedThreadThatOnlyRunsWhenNothingElseDoes() throws Exception {
        List<Integer> some =
                MACHINE.cpus().subList(0, Math.max(1, MACHINE.cpus().size() - 1));
        CoreWatch.Order order = new CoreWatch.Order(
                some,
                new Decision(true, "this is a test"),
                new Decision(false, "this is a test"),
                Map.of("this test", OWN_PID),
                PATH);
        try (CoreWatch spinning = CoreWatch.start(JAVA, order, directory)) {
            assumeThat(spinning.setup().awakeBy()).as(spinning.description()).isEqualTo(AwakeBy.SPIN_LOOPS);
            assertSpins(spinning, some);
        }
    }

    private static void assertSpins(CoreWatch spinning, List<Integer> cpus) throws IOException {
        long pid = spinning.pid().orElseThrow();
        List<Path> spinners = threads(pid, CoreHelper.SPINNER);

        assertThat(spinners).hasSameSizeAs(cpus);
        for (Path spinner : spinners) {
            String name = Files.readString(spinner.resolve("comm")).strip();
            assertThat(stat(spinner)[POLICY]).as(name).isEqualTo(IDLE);
            assertThat(name).isEqualTo(CoreHelper.SPINNER + "-" + allowed(spinner));
        }
        assertThat(spinning.setup().groups().groups()).isNotEmpty();
    }

    /** One that waits for its core amid its piece of work would call it slow. */
    @Test
    void start_whereThatIsToBeHad_runsTheSamplersOfSpeedBeforeEverythingElse() throws Exception {
        assumeThat(watch.setup().realTimeMeters()).as(watch.description()).isTrue();
        List<Path> samplers = threads(watch.pid().orElseThrow(), CoreHelper.SAMPLER);

        assertThat(samplers).hasSameSizeAs(MACHINE.cpus());
        for (Path sampler : samplers) {
            assertThat(stat(sampler)[POLICY]).isEqualTo(REAL_TIME);
        }
    }

    @Test
    void start_withoutAwakeCores_letsThemHalt() throws Exception {
        try (CoreWatch sleepy = CoreWatch.start(JAVA, order(false), directory)) {
            long pid = sleepy.pid().orElseThrow();

            assertThat(sleepy.setup().awakeBy()).isEqualTo(AwakeBy.NOTHING);
            assertThat(threads(pid, CoreHelper.SPINNER)).isEmpty();
            assertThat(openFiles(pid)).doesNotContain(LATENCY);
        }
    }

    @Test
    void speed_tellsOfEachCore() throws Exception {
        NanoClock clock = NanoClock.system();
        long begin = clock.nanoTime();
        List<SpinTime> speed = watch.speed(begin, clock.nanoTime()).cores();
        while (speed.size() < MACHINE.cpus().size()) {
            Thread.sleep(50);
            speed = watch.speed(begin, clock.nanoTime()).cores();
        }

        assertThat(speed).extracting(SpinTime::cpu).containsExactlyElementsOf(MACHINE.cpus());
        assertThat(speed).allSatisfy(core -> assertThat(core.nanos()).isPositive());
        assertThat(watch.speed(begin - 2, begin - 1)).isEqualTo(MachineSpeed.UNKNOWN);
    }

    /** The kernel counts the pages that it looked at. */
    @Test
    void compactMemory_whereThatIsToBeHad_hasTheKernelMovePages() throws Exception {
        assumeThat(watch.setup().memoryCompacted()).as(watch.description()).isTrue();
        long before = pagesLookedAtToCompact();

        watch.compactMemory();

        assertThat(pagesLookedAtToCompact()).isGreaterThan(before);
    }

    @Test
    void compactMemory_thatNobodyWants_leavesItAsItIs() throws Exception {
        try (CoreWatch other = CoreWatch.start(JAVA, order(false), directory)) {
            assertThat(other.setup().memoryCompacted()).isFalse();
            assertThat(other.description()).contains("memory is not compacted: it was asked for");

            other.compactMemory();
        }
    }

    @Test
    void add_looksAtTheGroupOfOneMoreProcess() throws Exception {
        try (CoreWatch other = CoreWatch.start(JAVA, order(false), directory)) {
            other.add("its helper", other.pid().orElseThrow());

            assertThat(other.setup().groups().groups())
                    .flatExtracting(SchedulingGroups.Group::members)
                    .contains("the laboratory", "its helper");
        }
    }

    private static long pagesLookedAtToCompact() throws IOException {
        try (Stream<String> lines = Files.lines(CpuQuota.PROC.resolve("vmstat"))) {
            return lines.filter(line -> line.startsWith("compact_migrate_scanned "))
                    .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                    .sum();
        }
    }

    @Test
    void speed_tellsOfMemory() throws Exception {
        NanoClock clock = NanoClock.system();
        long begin = clock.nanoTime();
        Double touch = watch.speed(begin, clock.nanoTime()).touchNanos();
        while (touch == null) {
            Thread.sleep(50);
            touch = watch.speed(begin, clock.nanoTime()).touchNanos();
        }

        assertThat(touch).isPositive();
    }

    @Test
    void speed_tellsHowFarTheCoresLieApart() throws Exception {
        assumeThat(MACHINE.cpus()).hasSizeGreaterThan(1);
        NanoClock clock = NanoClock.system();
        long begin = clock.nanoTime();
        Double distance = watch.speed(begin, clock.nanoTime()).distanceNanos();
        while (distance == null) {
            Thread.sleep(50);
            distance = watch.speed(begin, clock.nanoTime()).distanceNanos();
        }

        assertThat(distance).isPositive();
    }

    @Test
    void aHelperThatIsStopped_logsOneStallOnEachCore() throws Exception {
        assumeThat(watch.setup().stallThresholdMillis()).as(watch.description()).isNotNull();
        StallLog.Reader log = new StallLog.Reader(Objects.requireNonNull(watch.stallLog()));
        Thread.sleep(300);

        List<Integer> stopped = stoppedCores(watch.pid().orElseThrow(), log);
        // a machine that stands still just then adds stalls of its own
        for (int more = 0; more < 10 && stopped.size() > MACHINE.cpus().size(); more++) {
            stopped = stoppedCores(watch.pid().orElseThrow(), log);
        }

        assertThat(stopped).containsExactlyInAnyOrderElementsOf(MACHINE.cpus());
    }

    /** Stops the helper for 100 ms. Returns the core of each long stall that it then tells of that time. */
    private static List<Integer> stoppedCores(long pid, StallLog.Reader log) throws Exception {
        NanoClock clock = NanoClock.system();
        long begin = clock.nanoTime();
        signal("-STOP", pid);
        while (isRunning(pid)) {
            Thread.sleep(1);
        }
        Thread.sleep(100);
        signal("-CONT", pid);
        long end = clock.nanoTime();

        List<Integer> cores = new ArrayList<>();
        for (int i = 0; i < 10 || cores.size() < MACHINE.cpus().size(); i++) {
            Thread.sleep(50);
            log.readNew().stream()
                    .filter(stall -> stall.cause() == Cause.LATE_WAKE)
                    .filter(stall -> stall.endNanos() - stall.beginNanos() >= TimeUnit.MILLISECONDS.toNanos(90))
                    .filter(stall -> stall.endNanos() - begin > 0 && stall.beginNanos() - end < 0)
                    .forEach(stall -> cores.add(stall.cpu()));
        }
        return cores;
    }

    @Test
    void close_endsTheHelper() throws Exception {
        CoreWatch other = CoreWatch.start(JAVA, order(true), directory);
        ProcessHandle helper = ProcessHandle.of(other.pid().orElseThrow()).orElseThrow();

        other.close();

        assertThat(helper.onExit()).succeedsWithin(TIME_TO_END);
        assertThat(other.pid()).isEmpty();
        assertThat(other.speed(0, 1)).isEqualTo(MachineSpeed.UNKNOWN);
    }

    @Test
    void aLaboratoryThatIsKilled_takesItsHelperAlong() throws Exception {
        Process laboratory = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        WatchHolder.class.getName(),
                        MACHINE.cpus().get(0).toString(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader console = laboratory.inputReader(StandardCharsets.UTF_8)) {
            String line = console.readLine();
            assertThat(line).startsWith("helper ").isNotEqualTo("helper 0");
            long pid = Long.parseLong(line.substring("helper ".length()));
            ProcessHandle helper = ProcessHandle.of(pid).orElseThrow();
            assertThat(threads(pid, "")).isNotEmpty();

            signal("-KILL", laboratory.pid());

            // nobody but its parent can wait for a process, so its number is looked for
            long begin = System.currentTimeMillis();
            while (helper.isAlive() && System.currentTimeMillis() - begin < TIME_TO_END.toMillis()) {
                Thread.sleep(20);
            }
            assertThat(helper.isAlive()).isFalse();
            assertThat(threads(pid, "")).isEmpty();
        } finally {
            laboratory.destroyForcibly();
        }
    }

    @Test
    void start_whereNoJvmStarts_goesOnWithoutAndSaysSo() throws InterruptedException {
        JavaCommand broken = new JavaCommand(Jdk.running(), "/no/such/classes", List.of());
        try (CoreWatch without = CoreWatch.start(broken, order(true), directory)) {
            assertThat(without.pid()).isEmpty();
            assertThat(without.stallLog()).isNull();
            assertThat(without.setup().awakeBy()).isEqualTo(AwakeBy.NOTHING);
            assertThat(without.description()).contains("not to be had: a helper process (core watch ended");
        }
    }

    private static CoreWatch.Order order(boolean awake) {
        return CoreWatch.Order.of(
                MACHINE.cpus(),
                new Countermeasures(awake ? Wanted.ON : Wanted.OFF, awake ? Wanted.ON : Wanted.OFF),
                PATH);
    }

    /** The threads of a process whose names begin so; none when it has ended. */
    private static List<Path> threads(long pid, String name) {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all =
                Files.list(CpuQuota.PROC.resolve(Long.toString(pid)).resolve("task"))) {
            for (Path thread : all.toList()) {
                if (Files.readString(thread.resolve("comm")).startsWith(name)) {
                    found.add(thread);
                }
            }
        } catch (IOException e) {
            // it has ended
            return List.of();
        }
        return found;
    }

    private static List<Path> openFiles(long pid) throws IOException {
        List<Path> open = new ArrayList<>();
        try (Stream<Path> all =
                Files.list(CpuQuota.PROC.resolve(Long.toString(pid)).resolve("fd"))) {
            for (Path descriptor : all.toList()) {
                if (Files.isSymbolicLink(descriptor)) {
                    open.add(Files.readSymbolicLink(descriptor));
                }
            }
        }
        return open;
    }

    /** A signal that stops a process takes effect thread by thread, as each gets a core. */
    private static boolean isRunning(long pid) throws IOException {
        for (Path thread : threads(pid, "")) {
            if (!stat(thread)[0].equals("T")) {
                return true;
            }
        }
        return false;
    }

    private static String[] stat(Path thread) throws IOException {
        String stat = Files.readString(thread.resolve("stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    }

    private static String allowed(Path thread) throws IOException {
        return Files.readAllLines(thread.resolve("status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
    }

    private static void signal(String signal, long pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }
}
