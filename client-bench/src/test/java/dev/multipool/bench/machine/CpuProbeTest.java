package dev.multipool.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuProbeTest {
    private static final String SERVER_STAT =
            "42 (java) (x) S 1 42 42 0 -1 4194304 100 0 0 0 250 50 7 8 20 0 30 0 12345 100 200";

    private static final WatchedMachine WATCHED = new WatchedMachine(List.of(42L), List.of(43L), null, null, Set.of());

    @TempDir
    private Path proc = Path.of("");

    private long nowNanos;

    @Test
    void processNanos_sumsUserAndSystemTime_evenBehindAnOddName() {
        assertThat(CpuProbe.processNanos(SERVER_STAT)).isEqualTo(3_000_000_000L);
    }

    @Test
    void processNanos_ofAnotherShape_isUnknown() {
        assertThat(CpuProbe.processNanos("")).isNull();
        assertThat(CpuProbe.processNanos("42 (java)")).isNull();
        assertThat(CpuProbe.processNanos("42 (java) S 1 2 3")).isNull();
    }

    @Test
    void stealNanos_isTheEighthCount() {
        assertThat(CpuProbe.stealNanos("cpu  100 0 50 1000 5 0 1 25 0 0\ncpu0 1 2 3\n", Set.of("cpu")))
                .isEqualTo(250_000_000L);
        assertThat(CpuProbe.stealNanos("intr 1 2 3", Set.of("cpu"))).isNull();
    }

    @Test
    void usage_betweenTwoSamples_isCpuTimeOverElapsedTime() throws IOException {
        CpuProbe probe = new CpuProbe(proc, WATCHED, Map.of(), () -> nowNanos);
        writeServer(SERVER_STAT);
        Files.writeString(proc.resolve("stat"), "cpu  0 0 0 0 0 0 0 0 0 0\n");
        CpuSample begin = probe.sample();

        nowNanos = 2_000_000_000L;
        writeServer(SERVER_STAT.replace(" 250 50 ", " 500 100 "));
        Files.writeString(proc.resolve("stat"), "cpu  0 0 0 0 0 0 0 40 0 0\n");
        CpuUsage usage = CpuUsage.between(begin, probe.sample());

        assertThat(usage.serverCores()).isCloseTo(1.5, within(1e-9));
        assertThat(usage.stealCores()).isCloseTo(0.2, within(1e-9));
        assertThat(usage.generatorCores()).isNotNull();
    }

    @Test
    void usage_ofAServerBehindAShell_isThatOfAllBelow_andOfThoseThatEnded() throws IOException {
        CpuProbe probe = new CpuProbe(proc, WATCHED, Map.of(), () -> nowNanos);
        write("42", stat("sh", 1, 1, 0));
        write("44", stat("java", 42, 100, 0));
        write("45", stat("helper", 44, 30, 0));
        write("46", stat("other", 1, 500, 0));
        CpuSample begin = probe.sample();

        nowNanos = 1_000_000_000L;
        write("44", stat("java", 42, 180, 40));
        Files.delete(proc.resolve("45").resolve("stat"));
        write("46", stat("other", 1, 900, 0));

        assertThat(CpuUsage.between(begin, probe.sample()).serverCores()).isCloseTo(0.9, within(1e-9));
    }

    @Test
    void usage_ofSeveralProcesses_oneOfWhichEndedUnseen_isUnknown() throws IOException {
        WatchedMachine family = new WatchedMachine(List.of(42L, 45L), List.of(), null, null, Set.of());
        CpuProbe probe = new CpuProbe(proc, family, Map.of(), () -> nowNanos);
        write("42", stat("java", 1, 10, 0));
        write("45", stat("detached", 1, 100, 0));
        CpuSample begin = probe.sample();

        nowNanos = 1_000_000_000L;
        write("42", stat("java", 1, 20, 0));
        Files.delete(proc.resolve("45").resolve("stat"));

        assertThat(CpuUsage.between(begin, probe.sample()).serverCores()).isNull();
    }

    /** Times in ticks. */
    private static String stat(String name, long parent, long own, long ofEndedChildren) {
        return "1 (" + name + ") S " + parent + " 42 42 0 -1 4194304 100 0 0 0 " + own + " 0 " + ofEndedChildren
                + " 0 20 0 30 0 12345 100 200";
    }

    @Test
    void usage_ofAServerThatEnded_isUnknown() throws IOException {
        CpuProbe probe = new CpuProbe(proc, WATCHED, Map.of(), () -> nowNanos);
        writeServer(SERVER_STAT);
        CpuSample begin = probe.sample();

        nowNanos = 1;
        Files.delete(proc.resolve("42").resolve("stat"));

        assertThat(CpuUsage.between(begin, probe.sample()).serverCores()).isNull();
    }

    @Test
    void usage_whenAllProcessesOfTheRunAreKnown_tellsForeignCpu() {
        CpuSample begin = new CpuSample(0, 0L, 0L, 0L, 0L, 0L, Map.of());
        CpuSample end = new CpuSample(100, 20L, 30L, 0L, 90L, 15L, Map.of());
        CpuSample withoutCompanions = new CpuSample(100, 20L, 30L, 0L, 90L, null, Map.of());

        assertThat(CpuUsage.between(begin, end).foreignCores()).isCloseTo(0.25, within(1e-9));
        assertThat(CpuUsage.between(begin, withoutCompanions).foreignCores()).isNull();
    }

    @Test
    void sample_sumsCompanions_andTheMachine() throws IOException {
        writeServer(SERVER_STAT);
        write("43", SERVER_STAT);
        Files.writeString(proc.resolve("stat"), "cpu  100 10 50 1000 5 1 2 25 0 0\n");

        CpuSample sample = new CpuProbe(proc, WATCHED, Map.of(), () -> nowNanos).sample();

        assertThat(sample.companionNanos()).isEqualTo(3_000_000_000L);
        assertThat(sample.busyNanos()).isEqualTo(1_600_000_000L);
    }

    @Test
    void sample_ofWatchedCpus_leavesOutTheOthersAndInterrupts() throws IOException {
        Files.writeString(proc.resolve("stat"), """
                cpu  500 0 0 0 0 0 0 90 0 0
                cpu0 100 10 50 1000 5 7 9 2 0 0
                cpu1 900 0 0 0 0 0 0 60 0 0
                cpu8 1 1 1 0 0 5 5 3 0 0
                intr 1 2 3
                """);

        CpuSample sample = probe(Set.of(0, 8)).sample();

        assertThat(sample.busyNanos()).isEqualTo(1_630_000_000L);
        assertThat(sample.stealNanos()).isEqualTo(50_000_000L);
        assertThat(probe(Set.of(0, 2)).sample().busyNanos()).isNull();
    }

    private CpuProbe probe(Set<Integer> watchedCpus) {
        return new CpuProbe(proc, WATCHED.withCpus(watchedCpus), Map.of(), () -> nowNanos);
    }

    private void writeServer(String stat) throws IOException {
        write("42", stat);
    }

    private void write(String pid, String stat) throws IOException {
        Files.createDirectories(proc.resolve(pid));
        Files.writeString(proc.resolve(pid).resolve("stat"), stat);
    }
}
