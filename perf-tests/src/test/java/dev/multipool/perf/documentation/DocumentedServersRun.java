package dev.multipool.perf.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.multipool.perf.documentation.JarCommand.Way;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the servers that a document shows, and the commands for a running one, from the jars that were built:
 * {@code mvn verify -Pdocumented}.
 */
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
class DocumentedServersRun {
    private static final int WRONG_USAGE = 2;
    private static final int DEFAULT_PORT = 8000;
    /** So many that a tenth of them is some. */
    private static final int CALLS = 300;

    private Path directory = Path.of("");

    @BeforeAll
    void linkTheJars(@TempDir Path temporary) throws IOException {
        directory = temporary;
        JarDirectory.linkInto(directory);
    }

    @ParameterizedTest
    @MethodSource
    void server_withSettingsThatTheDocumentRefuses_saysSoAndEndsWith2(JarCommand command) throws Exception {
        try (RunningCommand running = RunningCommand.start(command, directory)) {
            assertThat(running.exitCode()).isEqualTo(WRONG_USAGE);
            assertThat(running.err().lines()).hasSize(1);
            String problem = running.err().replaceFirst("(?s) \\(expected.*", "");
            assertThat(Documents.read(command.shown().document())).contains(problem + " (expected");
        }
    }

    static Stream<JarCommand> server_withSettingsThatTheDocumentRefuses_saysSoAndEndsWith2() {
        return JarCommand.commands(Way.IS_REFUSED);
    }

    @ParameterizedTest
    @MethodSource
    void server_servesUntilItIsTerminated(JarCommand command) throws Exception {
        AtomicInteger batches = new AtomicInteger();
        HttpServer collector = collector(command, batches);
        try (RunningCommand running = RunningCommand.start(command, directory)) {
            running.awaitLine("listening on ");

            assertThat(call(command).getFound()).isEqualTo(command.has("--seed-users"));

            assertThat(running.terminate()).isZero();
            assertThat(running.out()).contains("rejected: ");
            assertThat(batches.get() > 0).isEqualTo(collectorOf(command) != null);
        } finally {
            collector.stop(0);
        }
    }

    static Stream<JarCommand> server_servesUntilItIsTerminated() {
        return JarCommand.commands(Way.SERVES);
    }

    @ParameterizedTest
    @MethodSource
    void load_onARunningServer_ends(JarCommand command) throws Exception {
        try (RunningCommand server = documentedServer();
                RunningCommand running = RunningCommand.start(command, directory)) {
            assertThat(running.exitCode()).as(running.out() + running.err()).isZero();
            assertThat(running.out()).contains("response time  p50 ");
            assertThat(server.terminate()).isZero();
        }
    }

    static Stream<JarCommand> load_onARunningServer_ends() {
        return JarCommand.commands(Way.CALLS);
    }

    @ParameterizedTest
    @MethodSource
    void advice_forAServerUnderLoad_isGiven(JarCommand command) throws Exception {
        JarCommand load = JarCommand.commands(Way.CALLS).findFirst().orElseThrow();
        try (RunningCommand server = documentedServer();
                RunningCommand loading = RunningCommand.start(load.during("60s"), directory)) {
            try (RunningCommand running = RunningCommand.start(command, directory)) {
                int exitCode = running.exitCode();
                // on a machine that stalls, fewer tasks may be done after than before
                assertThat(exitCode)
                        .as(running.out() + running.err())
                        .isEqualTo(running.out().contains("taken back") ? 1 : 0);
                assertThat(running.out()).contains("business: ");
            }
            loading.terminate();
            assertThat(server.terminate()).isZero();
        }
    }

    static Stream<JarCommand> advice_forAServerUnderLoad_isGiven() {
        return JarCommand.commands(Way.ADVISES);
    }

    /** The one that others of its document call. */
    private RunningCommand documentedServer() throws Exception {
        JarCommand command = JarCommand.commands(Way.SERVES)
                .filter(server -> server.has("--admin-port") && server.has("--seed-users"))
                .findFirst()
                .orElseThrow();
        RunningCommand server = RunningCommand.start(command, directory);
        server.awaitLine("listening on ");
        server.awaitLine("admin on ");
        return server;
    }

    /** The last of the calls' answers; all are answered. */
    private static FindUserInfoResponse call(JarCommand server) throws Exception {
        int port = server.value("--port").map(Integer::parseInt).orElse(DEFAULT_PORT);
        try (RpcClient client = RpcClient.builder().target("127.0.0.1", port).build()) {
            FindUserInfoRequest request =
                    FindUserInfoRequest.newBuilder().setUserId(1).build();
            FindUserInfoResponse answer = FindUserInfoResponse.getDefaultInstance();
            for (int i = 0; i < CALLS; i++) {
                answer = client.callBlocking(UserServiceMethods.FIND_USER_INFO, request, Duration.ofSeconds(30));
            }
            return answer;
        }
    }

    /** Takes traces where the command sends them. */
    private static HttpServer collector(JarCommand command, AtomicInteger batches) throws IOException {
        URI endpoint = collectorOf(command);
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), endpoint == null ? 0 : endpoint.getPort()), 0);
        server.createContext(endpoint == null ? "/" : endpoint.getPath(), exchange -> {
            exchange.getRequestBody().readAllBytes();
            batches.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static URI collectorOf(JarCommand command) {
        return command.arguments().stream()
                .filter(argument -> argument.startsWith("tracing.otlp-endpoint="))
                .map(argument -> URI.create(argument.replaceFirst("[^=]*=", "")))
                .findFirst()
                .orElse(null);
    }
}
