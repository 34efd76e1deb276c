package dev.multipool.redis.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.multipool.redis.Eventually;
import dev.multipool.redis.Signals;
import dev.multipool.redis.provision.NoRedisException;
import dev.multipool.redis.provision.RedisKind;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class EmbeddedRedisIT {
    private static final int PROCESS_GROUP = 2;
    private static final int SESSION = 3;

    private static final Map<String, String> NO_PATH = Map.of("DOCKER_HOST", "unix:///nonexistent/docker.sock");

    /** The kernel runs no program that any process has open for writing: "Text file busy". */
    @Test
    void extractedProgram_isRun_whileOtherThreadsStartProcesses(@TempDir Path directory) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> others = CompletableFuture.runAsync(() -> {
            try {
                while (!isOver.get()) {
                    new ProcessBuilder("true").start().waitFor();
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            for (int i = 0; i < 30; i++) {
                Path program = RedisBinary.extractInto(Files.createDirectory(directory.resolve("" + i)));

                assertThat(new ProcessBuilder(program.toString(), "--version")
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor())
                        .isZero();
                Files.delete(program);
            }
        } finally {
            isOver.set(true);
            others.join();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void open_ofEmbedded_runsARealServer_andCloseLeavesNothing(boolean fromJar) throws IOException {
        Map<String, String> environment = fromJar ? NO_PATH : System.getenv();
        assumeThat(fromJar || RedisBinary.serverOnPath(environment).isPresent())
                .as("a redis-server on the PATH")
                .isTrue();

        RunningRedis redis = RedisSource.open(embedded().build(), environment);
        long pid = redis.processId().orElseThrow();
        ProcessHandle shell =
                ProcessHandle.of(pid).flatMap(ProcessHandle::parent).orElseThrow();

        Path folder = folderOf(pid);

        assertThat(redis.kind()).isEqualTo(RedisKind.EMBEDDED);
        assertThat(redis.version()).matches("\\d+\\.\\d+\\.\\d+");
        assertThat(redis.uri().getHost()).isEqualTo("127.0.0.1");
        assertThat(redis.description())
                .matches("embedded (redis|valkey)-server " + redis.version() + " \\(.+\\) at 127\\.0\\.0\\.1:"
                        + redis.uri().getPort() + (fromJar ? "; no redis-server on the PATH" : ""));
        redis.close();
        redis.close();

        assertThat(Signals.isAlive(pid)).isFalse();
        assertThat(shell.isAlive()).isFalse();
        assertThat(folder).doesNotExist();
    }

    @Test
    void open_ofAutoWithoutDocker_fallsBackAndSaysWhy() {
        try (RunningRedis redis = RedisSource.open(RedisSourceSettings.builder().build(), NO_PATH)) {
            assertThat(redis.kind()).isEqualTo(RedisKind.EMBEDDED);
            assertThat(redis.description())
                    .endsWith("; no container: no Docker engine answers at /nonexistent/docker.sock (no such socket)")
                    .hasLineCount(1);
        }
    }

    @Test
    void open_ofContainerWithASilentDocker_waitsTwoSecondsAtMost() throws IOException {
        try (ScriptedDocker docker = new ScriptedDocker(line -> null)) {
            Map<String, String> environment = Map.of("DOCKER_HOST", "unix://" + docker.socket());
            long start = System.nanoTime();
            assertThatExceptionOfType(NoRedisException.class)
                    .isThrownBy(() -> RedisSource.open(container().build(), environment))
                    .withMessage("redis: no container: no Docker engine answers at " + docker.socket()
                            + " (no answer within 2000 ms)");
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(20));
        }
    }

    @Test
    void open_ofAutoWithASilentDocker_fallsBack() throws IOException {
        try (ScriptedDocker docker = new ScriptedDocker(line -> null)) {
            Map<String, String> environment = Map.of("DOCKER_HOST", "unix://" + docker.socket());

            try (RunningRedis redis =
                    RedisSource.open(RedisSourceSettings.builder().build(), environment)) {
                assertThat(redis.description()).endsWith(" (no answer within 2000 ms)");
            }
        }
    }

    @Test
    void open_ofContainerWithoutDocker_isAnErrorAndNoFallBack() {
        assertThatExceptionOfType(NoRedisException.class)
                .isThrownBy(() -> RedisSource.open(container().build(), NO_PATH))
                .withMessage(
                        "redis: no container: no Docker engine answers at /nonexistent/docker.sock (no such socket)");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void open_onAPortInUse_saysSo(boolean fromJar) {
        Map<String, String> environment = fromJar ? NO_PATH : System.getenv();
        try (RunningRedis first = RedisSource.open(embedded().build(), environment)) {
            int port = first.uri().getPort();

            assertThatExceptionOfType(NoRedisException.class)
                    .isThrownBy(() -> RedisSource.open(embedded().port(port).build(), environment))
                    .withMessage("redis: port " + port + " at 127.0.0.1 is in use");
        }
    }

    @Test
    void open_ofAGivenUri_usesItAndLeavesItRunning() {
        try (RunningRedis owned = RedisSource.open(embedded().build())) {
            RedisRequest request = RedisRequest.given(owned.uri());
            RunningRedis given = RedisSource.open(
                    RedisSourceSettings.builder().request(request).build());
            given.close();

            assertThat(given.kind()).isEqualTo(RedisKind.GIVEN);
            assertThat(given.processId()).isEmpty();
            assertThat(given.description())
                    .isEqualTo("given redis " + owned.version() + " at 127.0.0.1:"
                            + owned.uri().getPort());
            assertThat(Signals.isAlive(owned.processId().orElseThrow())).isTrue();
        }
    }

    @Test
    void open_ofAGivenUriThatNobodyServes_isAnErrorAndNoFallBack() {
        RedisSourceSettings settings = RedisSourceSettings.builder()
                .request(RedisRequest.parse("redis://127.0.0.1:1"))
                .build();

        assertThatExceptionOfType(NoRedisException.class)
                .isThrownBy(() -> RedisSource.open(settings))
                .withMessageStartingWith("redis: no answer from the given redis at 127.0.0.1:1: ")
                .withMessageContaining("Connection refused");
    }

    @Test
    void open_withCpus_pinsTheServer() throws IOException {
        assumeThat(RedisBinary.onPath("taskset", System.getenv())).as("taskset").isPresent();

        try (RunningRedis redis = RedisSource.open(embedded().cpus("0").build())) {
            Path status = Path.of("/proc/" + redis.processId().orElseThrow() + "/status");

            assertThat(redis.description()).contains(" on cores 0");
            assertThat(Files.readAllLines(status)).contains("Cpus_allowed_list:\t0");
        }
    }

    /** Linux may share cores between sessions; Ctrl-C goes to a process group. */
    @Test
    void open_ofEmbedded_keepsTheServerInOurSession_andOutOfOurProcessGroup() throws IOException {
        assumeThat(Path.of("/proc/self/stat")).exists();
        assumeThat(Path.of("/bin/bash")).exists();
        try (RunningRedis redis = RedisSource.open(
                RedisSourceSettings.builder().request(RedisRequest.EMBEDDED).build())) {
            String[] ours = statOf(ProcessHandle.current().pid());
            String[] theirs = statOf(redis.processId().orElseThrow());

            assertThat(theirs[SESSION]).isEqualTo(ours[SESSION]);
            assertThat(theirs[PROCESS_GROUP]).isNotEqualTo(ours[PROCESS_GROUP]);
        }
    }

    /** What proc(5) has after the process's name. */
    private static String[] statOf(long processId) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + processId + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }

    @Test
    void open_withCpusThatDoNotExist_repeatsWhatTasksetSays() {
        assumeThat(RedisBinary.onPath("taskset", System.getenv())).as("taskset").isPresent();

        assertThatExceptionOfType(NoRedisException.class)
                .isThrownBy(() -> RedisSource.open(embedded().cpus("1000").build()))
                .withMessageStartingWith("redis: the embedded redis-server did not start: taskset: ");
    }

    @Test
    void open_withCpusButNoTaskset_saysThatItIsNotPinned() {
        try (RunningRedis redis = RedisSource.open(embedded().cpus("0").build(), NO_PATH)) {
            assertThat(redis.description()).contains(" not pinned to 0 (no taskset)");
        }
    }

    @Test
    void redisDeath_endsItsShellAndDeletesItsFolder() throws Exception {
        RunningRedis redis = RedisSource.open(embedded().build());
        long pid = redis.processId().orElseThrow();
        Path folder = folderOf(pid);
        Optional<ProcessHandle> shell = ProcessHandle.of(pid).flatMap(ProcessHandle::parent);

        Signals.send("KILL", pid);

        Eventually.isTrue("the shell has ended", () -> shell.filter(ProcessHandle::isAlive)
                .isEmpty());
        Eventually.isTrue("the folder is deleted", () -> !Files.exists(folder));
        redis.close();
    }

    @Test
    void shellDeath_leavesTheGuardThatEndsRedis() throws Exception {
        RunningRedis redis = RedisSource.open(embedded().build());
        long pid = redis.processId().orElseThrow();
        Path folder = folderOf(pid);
        Signals.send(
                "KILL",
                ProcessHandle.of(pid)
                        .flatMap(ProcessHandle::parent)
                        .orElseThrow()
                        .pid());

        redis.close();

        Eventually.isTrue("Redis has ended", () -> !Signals.isAlive(pid));
        Eventually.isTrue("the folder is deleted", () -> !Files.exists(folder));
    }

    @Test
    void terminatedShell_endsRedis() throws Exception {
        RunningRedis redis = RedisSource.open(embedded().build());
        long pid = redis.processId().orElseThrow();

        Signals.send(
                "TERM",
                ProcessHandle.of(pid)
                        .flatMap(ProcessHandle::parent)
                        .orElseThrow()
                        .pid());

        Eventually.isTrue("Redis has ended", () -> !Signals.isAlive(pid));
        redis.close();
    }

    private static RedisSourceSettings.Builder embedded() {
        return RedisSourceSettings.builder().request(RedisRequest.EMBEDDED);
    }

    private static RedisSourceSettings.Builder container() {
        return RedisSourceSettings.builder().request(RedisRequest.CONTAINER);
    }

    /** The temporary folder, in which it runs. */
    private static Path folderOf(long pid) throws IOException {
        Path folder = Path.of("/proc/" + pid + "/cwd").toRealPath();
        assertThat(folder.getFileName().toString()).startsWith("multipool-redis-");
        return folder;
    }
}
