package dev.multipool.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.ScriptedRpcServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JMeter itself, without its windows, in processes of its own, with the sampler's jar in its {@code lib/ext}. */
@Tag("once")
class JMeterIT {
    private static final Path HOME = Path.of("target", "jmeter").toAbsolutePath();
    private static final Path PLAN =
            Path.of("src", "main", "jmeter", "multipool.jmx").toAbsolutePath();
    private static final Duration BOUND = Duration.ofMinutes(2);

    /** What JMeter's own start script opens. */
    private static final List<String> OPENED = List.of(
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.lang.reflect",
            "java.base/java.util",
            "java.base/java.text",
            "java.desktop/java.awt.font");

    private final ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests();
    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path directory = Path.of("");

    @BeforeEach
    void makeDirectories() throws IOException {
        Files.createDirectories(HOME.resolve("lib").resolve("junit"));
    }

    @AfterEach
    void endAll() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        server.close();
    }

    @Test
    @Timeout(300)
    void headless_runsThePlanWithoutAnError() throws Exception {
        Path log = directory.resolve("run.jtl");
        Process run = jmeter(
                "run",
                "-n",
                "-t",
                PLAN.toString(),
                "-l",
                log.toString(),
                "-Jport=" + server.port(),
                "-Jusers=3",
                "-JitemUsers=2",
                "-Jloops=20",
                "-Jduration=100",
                "-JtimeoutMillis=30000");

        assertThat(run.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS))
                .as(this::consoles)
                .isTrue();

        assertThat(run.exitValue()).as(this::consoles).isZero();
        List<Sample> samples = samples(log);
        assertThat(samples).as(this::consoles).hasSize(100).allMatch(Sample::success);
        assertThat(countsBy(samples)).isEqualTo(Map.of("findUserInfo", 60L, "queryItems", 40L));
        assertThat(server.requestCount()).isEqualTo(100);
    }

    @Test
    @Tag("full")
    @Timeout(300)
    void headless_withAParameterThatCannotBe_endsAtOnceAndSaysWhy() throws Exception {
        Path log = directory.resolve("run.jtl");
        Process run = jmeter(
                "run", "-n", "-t", PLAN.toString(), "-l", log.toString(), "-Jport=" + server.port(), "-JmaxUserId=0");

        assertThat(run.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS))
                .as(this::consoles)
                .isTrue();

        assertThat(Files.readString(log)).contains("SETUP,maxUserId: 0 (expected: 1 to ");
        assertThat(server.requestCount()).isZero();
    }

    /** Each engine runs the whole plan: two of them are twice the load. */
    @Test
    @Tag("full")
    @Timeout(300)
    void distributed_onTwoEngines_isTwiceTheLoad() throws Exception {
        List<Integer> ports = List.of(freePort(), freePort());
        for (int port : ports) {
            jmeter(
                    "engine-" + port,
                    "-s",
                    "-Jserver.rmi.ssl.disable=true",
                    "-Jserver_port=" + port,
                    "-Jserver.rmi.port=" + port);
        }
        for (int port : ports) {
            awaitConsole("engine-" + port, "Created remote object");
        }
        Path log = directory.resolve("run.jtl");

        Process run = jmeter(
                "controller",
                "-n",
                "-t",
                PLAN.toString(),
                "-l",
                log.toString(),
                "-R",
                ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")),
                "-Jserver.rmi.ssl.disable=true",
                "-Gport=" + server.port(),
                "-Gusers=3",
                "-GitemUsers=2",
                "-Gloops=20",
                "-Gduration=100",
                "-GtimeoutMillis=30000");

        assertThat(run.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS))
                .as(this::consoles)
                .isTrue();
        List<Sample> samples = samples(log);
        assertThat(samples).as(this::consoles).hasSize(200).allMatch(Sample::success);
        assertThat(countsBy(samples)).isEqualTo(Map.of("findUserInfo", 120L, "queryItems", 80L));
        assertThat(samples.stream().map(Sample::engine).distinct()).hasSize(2);
        assertThat(server.requestCount()).isEqualTo(200);
    }

    private static Map<String, Long> countsBy(List<Sample> samples) {
        return samples.stream().collect(Collectors.groupingBy(Sample::label, Collectors.counting()));
    }

    private Process jmeter(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        // to start in half the time
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-Djava.awt.headless=true");
        command.add("-Djava.rmi.server.hostname=127.0.0.1");
        OPENED.forEach(opened -> command.add("--add-opens=" + opened + "=ALL-UNNAMED"));
        command.add("-jar");
        command.add(HOME.resolve("bin").resolve("ApacheJMeter.jar").toString());
        command.addAll(List.of(arguments));
        command.add("-j");
        command.add(directory.resolve(name + ".log").toString());
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(console(name).toFile())
                .start();
        processes.add(process);
        return process;
    }

    private Path console(String name) {
        return directory.resolve(name + ".console");
    }

    private void awaitConsole(String name, String pattern) throws Exception {
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!Pattern.compile(pattern)
                .matcher(Files.readString(console(name)))
                .find()) {
            assertThat(System.nanoTime()).as(this::consoles).isLessThan(deadline);
            assertThat(processes).as(this::consoles).allMatch(Process::isAlive);
            Thread.sleep(50);
        }
    }

    /** What all processes wrote, for a test that fails. */
    private String consoles() {
        try (var files = Files.list(directory)) {
            return files.filter(file -> !file.toString().endsWith(".jtl"))
                    .sorted()
                    .map(JMeterIT::text)
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return "== " + file.getFileName() + "\n" + Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static List<Sample> samples(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        List<String> columns = List.of(lines.get(0).split(",", -1));
        return lines.stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(cells -> new Sample(
                        cells[columns.indexOf("label")],
                        cells[columns.indexOf("threadName")],
                        Boolean.parseBoolean(cells[columns.indexOf("success")])))
                .toList();
    }

    private record Sample(String label, String threadName, boolean success) {
        /** Threads of a remote engine are named after it: {@code 127.0.0.1:1099-findUserInfo 1-1}. */
        String engine() {
            return threadName.substring(0, Math.max(0, threadName.indexOf('-')));
        }
    }
}
