package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.server.RawConnection;
import dev.multipool.rpc.server.app.settings.SettingsException;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a collector gets from a server process that was told of it, and what a server does without its collector. */
class OtlpExportIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String FIND_USER_INFO = UserServiceMethods.FIND_USER_INFO.fullName();
    // of opentelemetry/proto/trace/v1/trace.proto and its neighbours
    private static final int RESOURCE_SPANS = 1;
    private static final int RESOURCE = 1;
    private static final int SCOPE_SPANS = 2;
    private static final int SPANS = 2;
    private static final int TRACE_ID = 1;
    private static final int SPAN_ID = 2;
    private static final int PARENT_SPAN_ID = 4;
    private static final int NAME = 5;

    @RegisterExtension
    static final ServiceOnRedis services = new ServiceOnRedis();

    @TempDir
    private Path directory;

    private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
    private final List<String> contentTypes = new CopyOnWriteArrayList<>();
    private final HttpServer collector = newCollector();

    private static HttpServer newCollector() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void startCollector() {
        collector.createContext("/v1/traces", this::take);
        collector.start();
    }

    @AfterEach
    void stopCollector() {
        collector.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        contentTypes.add(exchange.getRequestHeaders().getFirst("Content-Type"));
        bodies.add(exchange.getRequestBody().readAllBytes());
        exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private String endpoint() {
        return "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/traces";
    }

    @Test
    void serverProcess_sendsTheSpansOfItsCalls_theLastOnesAtItsEnd() throws Exception {
        try (ServerProcess server = ServerProcess.start(
                directory.resolve("errors"),
                "--redis",
                services.redis().toString(),
                "--set",
                "redis.command-timeout=20s",
                "--set",
                "tracing.otlp-endpoint=" + endpoint(),
                "--set",
                "tracing.sample-ratio=1",
                "--set",
                "tracing.service-name=users of the test")) {
            call(server.port());
            assertThat(server.terminate())
                    .as(() -> server.errorLines().toString())
                    .isZero();
        }

        assertThat(contentTypes).isNotEmpty().containsOnly("application/x-protobuf");
        UnknownFieldSet request = UnknownFieldSet.parseFrom(bodies.get(0));
        UnknownFieldSet ofResource = messages(request, RESOURCE_SPANS).get(0);
        assertThat(new String(messages(ofResource, RESOURCE).get(0).toByteArray(), StandardCharsets.ISO_8859_1))
                .contains("service.name", "users of the test");
        Span served = span(FIND_USER_INFO);
        Span business = span("pool business");
        Span read = span("GET");
        assertThat(served.parent().isEmpty()).isTrue();
        assertThat(business.parent()).isEqualTo(served.id());
        assertThat(read.parent()).isEqualTo(business.id());
        assertThat(List.of(business.trace(), read.trace())).containsOnly(served.trace());
        assertThat(served.trace().size()).isEqualTo(16);
    }

    /** It gives up after seconds; what holds with a shorter bound is in {@code OtlpTracesIT}. */
    @Test
    @Tag("full")
    void service_whoseCollectorIsAway_answersAndEndsInTime() throws Exception {
        String away = endpoint();
        collector.stop(0);
        long end;
        try (UserService service = services.start(tracing(away, "1"))) {
            call(service.server().address().getPort());
            end = System.nanoTime();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - end)).isLessThan(Duration.ofSeconds(60));
    }

    @Test
    void service_thatSamplesNothing_sendsNothing() throws Exception {
        try (UserService service = services.start(tracing(endpoint(), "0"))) {
            call(service.server().address().getPort());
        }

        assertThat(bodies).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, 0, 0008", "false, 1, ''", "false, 0,"})
    void callThatItsCallerSampled_isOfThatTraceIfCallersAreTrusted(
            boolean trusted, String ratio, @Nullable String parent) throws Exception {
        Map<String, String> flags = new HashMap<>(tracing(endpoint(), ratio));
        flags.put("tracing.trust-callers", Boolean.toString(trusted));
        try (UserService service = services.start(flags);
                RawConnection raw = new RawConnection(service.server().address().getPort())) {
            RpcMeta.Builder request =
                    RawConnection.request(UserServiceMethods.FIND_USER_INFO.serviceName(), "findUserInfo", 1);
            request.getRequestBuilder().setTraceId(7).setSpanId(8);
            raw.send(request.build(), new byte[0]);
            assertThat(raw.receive().getResponse().getErrorCode()).isZero();
        }

        if (parent == null) {
            assertThat(bodies).isEmpty();
        } else {
            assertThat(HexFormat.of().formatHex(span(FIND_USER_INFO).parent().toByteArray()))
                    .endsWith(parent)
                    .hasSize(parent.isEmpty() ? 0 : 16);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tracing.otlp-endpoint, localhost:4318",
        "tracing.otlp-endpoint, ftp://localhost/v1/traces",
        "tracing.otlp-endpoint, http:///v1/traces",
        "tracing.otlp-endpoint, a b",
        "tracing.sample-ratio, 1.1",
        "tracing.sample-ratio, NaN",
        "tracing.trust-callers, yes",
    })
    void setting_thatFitsNothing_isOneClearError(String key, String value) {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> SettingsLoader.load(null, Map.of(), Map.of(key, value)))
                .withMessageStartingWith(key + ": \"" + value + "\" from the command line (expected: ");
    }

    private static Map<String, String> tracing(String endpoint, String ratio) {
        return Map.of("tracing.otlp-endpoint", endpoint, "tracing.sample-ratio", ratio);
    }

    private static void call(int port) throws Exception {
        try (RpcClient client = RpcClient.builder().target("127.0.0.1", port).build()) {
            client.callBlocking(
                    UserServiceMethods.FIND_USER_INFO,
                    FindUserInfoRequest.newBuilder().setUserId(1).build(),
                    TIMEOUT);
        }
    }

    /** The one span of this name that the collector got. */
    private Span span(String name) throws IOException {
        List<Span> found = new ArrayList<>();
        for (byte[] body : bodies) {
            for (UnknownFieldSet resource : messages(UnknownFieldSet.parseFrom(body), RESOURCE_SPANS)) {
                for (UnknownFieldSet scope : messages(resource, SCOPE_SPANS)) {
                    for (UnknownFieldSet span : messages(scope, SPANS)) {
                        found.add(new Span(
                                bytes(span, NAME).toStringUtf8(),
                                bytes(span, TRACE_ID),
                                bytes(span, SPAN_ID),
                                bytes(span, PARENT_SPAN_ID)));
                    }
                }
            }
        }
        List<Span> named =
                found.stream().filter(span -> span.name().equals(name)).toList();
        assertThat(named).as("spans named %s among %s", name, found).hasSize(1);
        return named.get(0);
    }

    private record Span(String name, ByteString trace, ByteString id, ByteString parent) {}

    private static List<UnknownFieldSet> messages(UnknownFieldSet in, int field) throws IOException {
        List<UnknownFieldSet> messages = new ArrayList<>();
        for (ByteString bytes : in.getField(field).getLengthDelimitedList()) {
            messages.add(UnknownFieldSet.parseFrom(bytes));
        }
        return messages;
    }

    private static ByteString bytes(UnknownFieldSet in, int field) {
        List<ByteString> values = in.getField(field).getLengthDelimitedList();
        return values.isEmpty() ? ByteString.EMPTY : values.get(0);
    }
}
