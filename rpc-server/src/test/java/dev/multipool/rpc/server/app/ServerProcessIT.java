package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application as a process: what it prints, and what it exits with; more of the latter is in {@link ServerCommandTest}. */
class ServerProcessIT {
    private static final long BOUND_SECONDS = 60;

    @TempDir
    private Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void server_printsThatItListens_andEndsWithZeroOnSigterm() throws Exception {
        Process server = start("--port", "0", "--redis", "embedded", "--seed-users", "100");
        String line;
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
            line = out.readLine();
            assertThat(line).matches("listening on 127\\.0\\.0\\.1:\\d+");
            List<ProcessHandle> children = server.descendants().toList();
            assertThat(children).isNotEmpty();

            // Process.destroy() would close the output that is still to be read
            server.toHandle().destroy();

            assertThat(exitCode(server)).isZero();
            assertThat(out.readLine()).isEqualTo("rejected: none");
            for (ProcessHandle child : children) {
                assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(BOUND_SECONDS));
            }
        }
        assertThat(errors())
                .contains("redis: embedded")
                .contains("seeding: 100 of 100 users")
                .containsOnlyOnce("--host 0.0.0.0 opens it to the network");
    }

    @Test
    void server_whenNobodySaidWhichRedis_exitsWith2AndOneLine() throws Exception {
        ProcessBuilder described = ServerProcess.describe(errorFile(), List.of(), List.of("--port", "0"));
        described.environment().remove("MULTIPOOL_REDIS");
        Process server = described.start();
        started.add(server);

        assertThat(exitCode(server)).isEqualTo(2);
        assertThat(errors().lines())
                .singleElement()
                .asString()
                .startsWith("multipool-server: redis.source: not given (expected: ");
    }

    @Test
    void server_withAnUnknownFlag_exitsWith2AndOneLine() throws Exception {
        Process server = start("--prot", "1");

        assertThat(exitCode(server)).isEqualTo(2);
        assertThat(errors().lines()).hasSize(1).first().asString().contains("--prot");
    }

    @Test
    void server_onAPortInUse_exitsWith1AndOneLineBesideTheRedisLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Process server = startCold("--host", "127.0.0.1", "--port", port, "--redis", "embedded");

            assertThat(exitCode(server)).isEqualTo(1);
            assertThat(ownErrors())
                    .singleElement()
                    .asString()
                    .startsWith("multipool-server: cannot listen on 127.0.0.1:" + port)
                    .contains("Address already in use");
        }
    }

    @Test
    void server_thatIsToldWhereToListen_printsItsAdminPort_saysOnceWhenThatIsTaken_andNotHowToOpenIt()
            throws Exception {
        Process server = start("--host", "127.0.0.1", "--port", "0", "--admin-port", "0", "--redis", "embedded");
        String address;
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("listening on 127.0.0.1:");
            address = out.readLine();
            assertThat(address).matches("admin on http://127\\.0\\.0\\.1:\\d+");
            assertThat(errors()).contains("redis: embedded").doesNotContain("--host");

            String port = address.substring(address.lastIndexOf(':') + 1);
            Process second = startCold("--port", "0", "--admin-port", port, "--redis", "embedded");

            assertThat(exitCode(second)).isEqualTo(1);
            assertThat(ownErrors())
                    .singleElement()
                    .asString()
                    .startsWith("multipool-server: admin: cannot listen on 127.0.0.1:" + port);
            server.destroy();
            assertThat(exitCode(server)).isZero();
        }
    }

    @Test
    void server_withAnUnreachableRedis_exitsWith1AndOneLine() throws Exception {
        Process server = start("--port", "0", "--redis", "redis://127.0.0.1:1");

        assertThat(exitCode(server)).isEqualTo(1);
        assertThat(errors().lines()).singleElement().asString().contains("127.0.0.1:1");
    }

    @Test
    void server_withATransportThatIsNotAvailable_exitsWith2AndOneLine() throws Exception {
        Process server = start(List.of("-Dio.netty.transport.noNative=true"), "--set", "server.transport=epoll");

        assertThat(exitCode(server)).isEqualTo(2);
        assertThat(errors().lines())
                .singleElement()
                .asString()
                .startsWith("multipool-server: server.transport: epoll is not available here: ")
                .endsWith("(expected: nio or auto)");
    }

    @Test
    void help_listsFlagsAndSettings() throws Exception {
        Process server = start("--help");

        assertThat(new String(server.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("--seed-users", "redis.command-timeout = 200ms", "MULTIPOOL_SERVER_PORT");
        assertThat(exitCode(server)).isZero();
    }

    private Process start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    private Process startCold(String... arguments) throws IOException {
        return start(Stream.concat(Stream.of("--set", "server.warm-up=0ms"), Stream.of(arguments))
                .toArray(String[]::new));
    }

    private Process start(List<String> jvmOptions, String... arguments) throws IOException {
        Process process = ServerProcess.launch(errorFile(), jvmOptions, List.of(arguments));
        started.add(process);
        return process;
    }

    private Path errorFile() {
        return directory.resolve("stderr");
    }

    private String errors() throws IOException {
        return Files.readString(errorFile());
    }

    private List<String> ownErrors() throws IOException {
        return errors().lines()
                .filter(line -> line.startsWith("multipool-server"))
                .toList();
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
