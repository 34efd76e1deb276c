package dev.multipool.rpc.server.app.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.app.ServerProcess;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The example of remote JMX in docs/examples: a pool's ledger over TLS with a password, and nothing without both. */
@DisabledOnOs(OS.WINDOWS)
class RemoteJmxIT {
    private static final String PASSWORD = "a-password-of-good-length";
    private static final int CALLS = 7;
    private static final long BOUND_SECONDS = 60;

    @TempDir
    private Path directory;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    void ledger_isReadOverTlsWithThePassword_andNotWithoutEither() throws Exception {
        int jmxPort = freePort();
        prepare(jmxPort);
        call(startServer());

        Process trustful = startReader(jmxPort, directory.resolve("jmx/trust.p12"));
        Process doubtful = startReader(jmxPort, null);
        Map<String, String> trusting = outcomes(trustful);
        Map<String, String> doubting = outcomes(doubtful);

        assertThat(trusting).containsEntry("right password", Integer.toString(CALLS));
        assertThat(trusting.get("wrong password")).matches("refused by .*(Login|Security)Exception.*");
        assertThat(trusting.get("no password")).matches("refused by .*(Login|Security)Exception.*");
        assertThat(trusting.get("no TLS")).startsWith("refused by ");
        assertThat(trusting.get("resize")).startsWith("refused by java.lang.SecurityException: Access denied");

        assertThat(doubting).hasSameSizeAs(trusting);
        assertThat(doubting.values()).allSatisfy(outcome -> assertThat(outcome).startsWith("refused by "));
        assertThat(doubting.get("right password")).contains("certif");
    }

    private void prepare(int jmxPort) throws Exception {
        ProcessBuilder script = new ProcessBuilder(
                        "bash",
                        Path.of("../docs/examples/remote-jmx.sh").toString(),
                        directory.resolve("jmx").toString(),
                        Integer.toString(jmxPort),
                        "127.0.0.1")
                .redirectErrorStream(true);
        script.environment().put("JMX_PASSWORD", PASSWORD);
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = script.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private int startServer() throws IOException {
        RunningRedis redis = RedisSource.open(RedisSourceSettings.fromEnvironment(System.getenv()));
        opened.add(redis);
        Process server = ServerProcess.launch(
                directory.resolve("server.log"),
                List.of("@" + directory.resolve("jmx/jmx.options")),
                List.of(
                        "--host",
                        "127.0.0.1",
                        "--port",
                        "0",
                        "--redis",
                        redis.uri().toString(),
                        "--set",
                        "redis.command-timeout=20s",
                        "--set",
                        "server.warm-up=0ms"));
        opened.add(() -> server.destroyForcibly().waitFor());
        String line = server.inputReader(StandardCharsets.UTF_8).readLine();
        assertThat(line).startsWith("listening on ");
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    private static void call(int port) throws InterruptedException {
        try (RpcClient client = RpcClient.builder().target("127.0.0.1", port).build()) {
            for (int id = 1; id <= CALLS; id++) {
                client.callBlocking(
                        UserServiceMethods.FIND_USER_INFO,
                        FindUserInfoRequest.newBuilder().setUserId(id).build(),
                        Duration.ofSeconds(20));
            }
        }
    }

    private Process startReader(int port, @Nullable Path trust) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        if (trust != null) {
            command.addAll(List.of(
                    "-Djavax.net.ssl.trustStore=" + trust,
                    "-Djavax.net.ssl.trustStoreType=PKCS12",
                    "-Djavax.net.ssl.trustStorePassword=public"));
        }
        command.addAll(List.of(JmxReader.class.getName(), Integer.toString(port), PASSWORD));
        Process reader = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        opened.add(() -> reader.destroyForcibly().waitFor());
        return reader;
    }

    private static Map<String, String> outcomes(Process reader) throws Exception {
        Map<String, String> outcomes = new LinkedHashMap<>();
        try (BufferedReader out = reader.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                int colon = line.indexOf(": ");
                outcomes.put(line.substring(0, colon), line.substring(colon + 2));
            }
        }
        assertThat(reader.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        return outcomes;
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
