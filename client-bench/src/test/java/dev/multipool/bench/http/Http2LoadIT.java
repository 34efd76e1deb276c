package dev.multipool.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.generator.ProgressListener;
import dev.multipool.bench.http.ScriptedHttp2Server.Settings;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.HttpCalls.Connections;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import dev.multipool.bench.plan.HttpCalls.Request;
import dev.multipool.bench.plan.HttpCalls.Version;
import dev.multipool.bench.plan.JsonCheck;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.bench.protocol.Protocols;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.bench.result.LoadResultSchema;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load over HTTP/2, on a server that also sends what none should: each call ends once, and the load goes on. */
@Tag("once")
class Http2LoadIT {
    private static final int CONNECTIONS = 2;
    private static final int USERS = 6;
    private static final Duration WINDOW = Duration.ofSeconds(1);
    /** Longer than a machine that has other work stands still. */
    private static final Duration PATIENT = Duration.ofSeconds(20);

    private static final Connections PLAIN = new Connections(false, true, Version.HTTP_2);

    @TempDir
    Path folder;

    @Test
    void answers_areCountedOnce_onSharedConnections() throws Exception {
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> request.answer(200, "{\"id\": 3}"))) {
            HttpCalls calls = new HttpCalls(
                    List.of(request(
                            "GET", "/products/{id}", new Expectation(Set.of(200), "id", new JsonCheck("/id", "3")))),
                    Map.of("id", new TemplateValues.Range(1, 9, KeyDistribution.UNIFORM)),
                    PLAIN);

            LoadResult result = load(server, calls);

            assertThat(result.errorCount()).isZero();
            assertThat(result.counts().calls()).isPositive().isLessThanOrEqualTo(server.requests());
            assertThat(server.connections()).isEqualTo(CONNECTIONS);
            assertThat(server.kept()).allSatisfy(asked -> {
                assertThat(asked.header(":method")).isEqualTo("GET");
                assertThat(asked.header(":scheme")).isEqualTo("http");
                assertThat(asked.header(":authority")).isEqualTo("127.0.0.1:" + server.port());
                assertThat(asked.header(":path")).matches("/products/[1-9]");
            });
            Path json = folder.resolve("result.json");
            LoadResultJson.write(result, json);
            LoadResultSchema.assertFits(Files.readString(json));
            server.awaitAllClosed();
        }
    }

    @Test
    void requestWithHeadersAndBody_arrivesAsItsTemplatesSay() throws Exception {
        HttpCalls calls = new HttpCalls(
                List.of(new Request(
                        "POST",
                        "/orders?of={name}",
                        Map.of("X-Name", "{name}", "Host", "shop"),
                        "{\"name\": \"{name}\"}",
                        1,
                        Expectation.SUCCESS)),
                Map.of("name", new TemplateValues.Listed(List.of("a b"), KeyDistribution.UNIFORM)),
                PLAIN);
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> request.answer(200, ""))) {
            assertThat(load(server, calls).counts().errors()).isEmpty();

            assertThat(server.kept()).isNotEmpty().allSatisfy(request -> {
                assertThat(request.header(":path")).isEqualTo("/orders?of=a%20b");
                assertThat(request.header(":authority")).isEqualTo("shop");
                assertThat(request.header("x-name")).isEqualTo("a b");
                assertThat(request.header("content-length")).isEqualTo("15");
                assertThat(request.body()).isEqualTo("{\"name\": \"a b\"}");
            });
        }
    }

    @Test
    void statusAndBodyThatAreNotExpected_areErrors() throws Exception {
        Expectation chair = new Expectation(Set.of(), "chair", null);
        assertThat(outcomes(get(Expectation.SUCCESS), request -> request.answer(404, "no")))
                .containsOnly("HTTP_404");
        assertThat(outcomes(get(chair), request -> request.answer(200, "lamp"))).containsOnly("WRONG");
        assertThat(outcomes(get(chair), request -> request.answer(200, ""))).containsOnly("WRONG");
        assertThat(outcomes(get(chair), request -> request.answer(200, "a chair")))
                .containsOnly("FOUND");
    }

    @Test
    void status503_isARejection() throws Exception {
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> request.answer(503, ""))) {
            LoadResult result = load(server, get(Expectation.SUCCESS));

            assertThat(result.counts().outcome().rejected()).isPositive();
            assertThat(result.counts().outcome().failed()).isZero();
        }
    }

    @Test
    void informationalAnswersTrailersAndEmptyBodies_areNoErrors() throws Exception {
        assertThat(outcomes(get(new Expectation(Set.of(), "ok", null)), request -> {
                    request.headers(100, false);
                    request.headers(103, false);
                    request.headers(200, false);
                    request.data(Unpooled.copiedBuffer("ok", StandardCharsets.UTF_8), false);
                    request.headers(new DefaultHttp2Headers().add("x-sum", "7"), true);
                }))
                .containsOnly("FOUND");
        assertThat(outcomes(get(Expectation.SUCCESS), request -> {
                    request.headers(204, false);
                    request.data(Unpooled.EMPTY_BUFFER, true);
                }))
                .containsOnly("FOUND");
        assertThat(outcomes(
                        calls(request("HEAD", "/", Expectation.SUCCESS)),
                        request -> request.headers(
                                new DefaultHttp2Headers().status("200").add("content-length", "7"), true)))
                .containsOnly("FOUND");
    }

    @Test
    void answerThatIsNone_isABadAnswer_andItsConnectionIsKept() throws Exception {
        List<ScriptedHttp2Server.Script> scripts = List.of(
                request -> request.headers(new DefaultHttp2Headers().status("2x0"), true),
                request -> request.headers(new DefaultHttp2Headers().add("x-name", "a"), true),
                request -> request.headers(103, true),
                request ->
                        request.headers(new DefaultHttp2Headers().status("200").add("content-length", "7"), false));
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> {
            scripts.get((int) (request.number() % scripts.size())).answer(request);
            request.data(Unpooled.copiedBuffer("toolong", 0, 7, StandardCharsets.UTF_8), false);
            request.data(Unpooled.copiedBuffer("more", StandardCharsets.UTF_8), true);
        })) {
            LoadResult result = load(server, get(Expectation.SUCCESS));

            assertThat(result.counts().errors()).containsOnlyKeys("BAD_ANSWER");
            assertThat(server.connections()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void requestWithMoreHeadersThanTheServerTakes_isNotSent_andTheConnectionIsKept() throws Exception {
        HttpCalls calls = new HttpCalls(
                List.of(
                        new Request("GET", "/", Map.of("X-Name", "a".repeat(900)), null, 1, Expectation.SUCCESS),
                        request("GET", "/", Expectation.SUCCESS)),
                Map.of(),
                PLAIN);
        Settings settings = Settings.of(Http2Settings.defaultSettings().maxHeaderListSize(800));
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(settings, request -> request.answer(200, "ok"))) {
            assertThat(Outcomes.of(plan(server.port(), calls), 40)).containsOnly("NOT_ENCODED", "FOUND");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void callsBeyondTheServersStreams_wait() throws Exception {
        try (ScriptedHttp2Server server =
                ScriptedHttp2Server.start(Settings.maxStreams(1), request -> request.answer(200, "ok"))) {
            LoadResult result = load(server, get(Expectation.SUCCESS));

            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().calls()).isPositive();
            assertThat(server.mostStreams()).isEqualTo(1);
            assertThat(server.connections()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void silentStreams_areTimeouts_alsoForThoseThatWait_andTheConnectionIsKept() throws Exception {
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(Settings.maxStreams(1), request -> {
            if (request.number() % 2 == 0) {
                request.answer(200, "ok");
            }
        })) {
            LoadResult result = load(plan(
                    server.port(), get(Expectation.SUCCESS), LoadModel.ClosedLoop.of(USERS), Duration.ofMillis(100)));

            assertThat(result.counts().errors()).containsOnlyKeys("TIMEOUT");
            assertThat(result.counts().calls()).isPositive();
            assertThat(server.resets()).isPositive();
            assertThat(server.connections()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void streamsThatTheServerResets_areErrors_andTheConnectionIsKept() throws Exception {
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> {
            switch ((int) (request.number() % 4)) {
                case 0 -> request.reset(Http2Error.INTERNAL_ERROR);
                case 1 -> request.reset(Http2Error.REFUSED_STREAM);
                case 2 -> {
                    request.headers(200, false);
                    request.reset(Http2Error.CANCEL);
                }
                default -> request.answer(200, "ok");
            }
        })) {
            LoadResult result = load(server, get(Expectation.SUCCESS));

            assertThat(result.counts().errors()).containsOnlyKeys("STREAM_RESET", "STREAM_REFUSED");
            assertThat(result.counts().calls()).isPositive();
            assertThat(server.connections()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void connectionThatTheServerEndsByGoAway_isReplacedWithoutAnError() throws Exception {
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(Settings.maxStreams(1), request -> {
            if (request.number() % 5 == 0) {
                request.goAway(true);
            }
            request.answer(200, "ok");
        })) {
            LoadResult result = load(server, get(Expectation.SUCCESS));

            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().calls()).isPositive();
            assertThat(server.connections()).isGreaterThan(CONNECTIONS);
            server.awaitAllClosed();
        }
    }

    @Test
    void callThatGoAwayLeavesOut_isRefused_andTheLoadGoesOn() throws Exception {
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> {
            if (request.number() % 5 == 0) {
                request.goAway(false);
            } else {
                request.answer(200, "ok");
            }
        })) {
            LoadResult result = load(server, get(Expectation.SUCCESS));

            assertThat(result.counts().errors()).containsKey("STREAM_REFUSED");
            assertThat(result.counts().calls()).isPositive();
            server.awaitAllClosed();
        }
    }

    @Test
    void connectionThatBreaks_failsItsCalls_andTheLoadGoesOn() throws Exception {
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> {
            if (request.number() % 5 == 0) {
                request.breakConnection();
            } else {
                request.answer(200, "ok");
            }
        })) {
            LoadResult result = load(server, get(Expectation.SUCCESS));

            assertThat(result.counts().errors().keySet())
                    .isNotEmpty()
                    .isSubsetOf("CONNECTION_RESET", "CONNECTION_CLOSED");
            assertThat(result.counts().calls()).isPositive();
            server.awaitAllClosed();
        }
    }

    @Test
    void garbage_isABadAnswer_andTheLoadGoesOn() throws Exception {
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> {
            if (request.number() % 5 == 0) {
                request.raw(Unpooled.copiedBuffer("what is this?", StandardCharsets.UTF_8));
            } else {
                request.answer(200, "ok");
            }
        })) {
            LoadResult result = load(server, get(Expectation.SUCCESS));

            assertThat(result.counts().errors()).containsKey("BAD_ANSWER");
            assertThat(result.counts().calls()).isPositive();
            server.awaitAllClosed();
        }
    }

    @Test
    void bodiesLargerThanTheWindow_comeThrough_bothWays() throws Exception {
        String large = "0123456789".repeat(30_000);
        Expectation expected = new Expectation(Set.of(), null, new JsonCheck("/id", "3"));
        HttpCalls calls = calls(new Request("PUT", "/", Map.of(), large, 1, expected));
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> request.answer(
                request.body().equals(large) ? 200 : 400, "{\"all\": \"" + large.repeat(5) + "\", \"id\": 3}"))) {
            assertThat(Outcomes.of(plan(server.port(), calls), 5)).containsOnly("FOUND");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void answerAboveTheBound_isTooLarge_andTheConnectionIsKept() throws Exception {
        byte[] part = new byte[1 << 20];
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> {
            request.headers(200, false);
            for (int i = 0; i < 16; i++) {
                request.data(Unpooled.wrappedBuffer(part), false);
            }
            request.data(Unpooled.wrappedBuffer(part, 0, (int) (1 + request.number() % 2)), true);
        })) {
            assertThat(Outcomes.of(plan(server.port(), get(Expectation.SUCCESS)), 2))
                    .containsExactly("ANSWER_TOO_LARGE", "ANSWER_TOO_LARGE");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void answerBeforeTheRequestIsRead_ends_andItsStreamIsReset() throws Exception {
        HttpCalls calls =
                calls(new Request("PUT", "/", Map.of(), "0123456789".repeat(100_000), 1, Expectation.SUCCESS));
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(
                new Settings(Http2Settings.defaultSettings(), null, false),
                request -> request.answer(413, "too much"))) {
            LoadPlan plan = plan(server.port(), calls);

            assertThat(Outcomes.of(plan, 3)).containsExactly("HTTP_413", "HTTP_413", "HTTP_413");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void loadThatIsOver_cancelsItsCalls_andClosesItsConnections() throws Exception {
        CountDownLatch came = new CountDownLatch(1);
        try (ScriptedHttp2Server server =
                ScriptedHttp2Server.start(Settings.maxStreams(1), request -> came.countDown())) {
            LoadPlan plan = plan(server.port(), get(Expectation.SUCCESS));
            List<CompletableFuture<String>> ended;
            dev.multipool.bench.call.Connections connections = Outcomes.open(plan);
            try (connections) {
                ended = Outcomes.send(plan, connections, 3);
                assertThat(came.await(20, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(connections.pendingCalls()).isZero();
            assertThat(ended).extracting(CompletableFuture::get).containsOnly("CANCELLED");
            server.awaitAllClosed();
        }
    }

    @Test
    void openLoop_sendsOverItsConnections() throws Exception {
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> request.answer(200, "ok"))) {
            LoadResult result = load(plan(
                    server.port(),
                    get(Expectation.SUCCESS),
                    new LoadModel.OpenLoop(200, LoadModel.Arrivals.CONSTANT, 1000, LoadProfile.CONSTANT),
                    PATIENT));

            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().calls()).isPositive();
            assertThat(server.connections()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void tls_agreesOnHttp2() throws Exception {
        try (ScriptedHttp2Server server =
                ScriptedHttp2Server.start(Settings.tls(tls("h2")), request -> request.answer(200, "ok"))) {
            LoadResult result = load(server, overTls());

            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().calls()).isPositive();
            assertThat(server.kept())
                    .allSatisfy(asked -> assertThat(asked.header(":scheme")).isEqualTo("https"));
            server.awaitAllClosed();
        }
    }

    @Test
    void tlsServerWithoutHttp2_isNamedWithWhatItChose() throws Exception {
        try (ScriptedHttp2Server server =
                ScriptedHttp2Server.start(Settings.tls(tls("http/1.1")), request -> request.answer(200, "ok"))) {
            assertUnreachable(server.port(), overTls(), "it chose http/1.1 by ALPN (expected: h2)");
        }
        try (ScriptedHttp2Server server =
                ScriptedHttp2Server.start(Settings.tls(tls()), request -> request.answer(200, "ok"))) {
            assertUnreachable(server.port(), overTls(), "it chose no protocol by ALPN (expected: h2)");
        }
    }

    @Test
    void serverOfAnotherProtocol_isNamedInOneLine() throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> ScriptedHttpServer.status(400, ""))) {
            assertUnreachable(
                    server.port(),
                    get(Expectation.SUCCESS),
                    "it answers by HTTP/1 (expected: HTTP/2 at once, by prior knowledge)");
        }
        try (ScriptedHttpServer server =
                ScriptedHttpServer.start(request -> ScriptedHttpServer.bytes("what?\r\n\r\n"))) {
            assertUnreachable(server.port(), get(Expectation.SUCCESS), "no HTTP/2: ");
        }
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> null)) {
            assertUnreachable(server.port(), get(Expectation.SUCCESS), "");
        }
    }

    @Test
    void serverThatIsNotThere_isNamedInOneLine() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        assertUnreachable(free, get(Expectation.SUCCESS), "Connection refused");
    }

    private static void assertUnreachable(int port, HttpCalls calls, String why) {
        LoadPlan plan = plan(port, calls);
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> load(plan))
                .withMessageStartingWith("127.0.0.1:" + port + " can't be reached: ")
                .withMessageContaining(why)
                .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
    }

    private static SslContext tls(String... protocols) throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=elsewhere")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        return SslContextBuilder.forServer(certificate.toKeyManagerFactory())
                .applicationProtocolConfig(
                        protocols.length == 0
                                ? ApplicationProtocolConfig.DISABLED
                                : new ApplicationProtocolConfig(
                                        ApplicationProtocolConfig.Protocol.ALPN,
                                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                                        protocols))
                .build();
    }

    private static HttpCalls overTls() {
        return new HttpCalls(
                List.of(request("GET", "/", Expectation.SUCCESS)),
                Map.of(),
                new Connections(true, true, Version.HTTP_2));
    }

    private static List<String> outcomes(HttpCalls calls, ScriptedHttp2Server.Script script) throws Exception {
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(script)) {
            return Outcomes.of(plan(server.port(), calls), 3);
        }
    }

    private static HttpCalls get(Expectation expected) {
        return calls(request("GET", "/", expected));
    }

    private static HttpCalls calls(Request request) {
        return new HttpCalls(List.of(request), Map.of(), PLAIN);
    }

    private static Request request(String method, String path, Expectation expected) {
        return new Request(method, path, Map.of(), null, 1, expected);
    }

    private static LoadResult load(ScriptedHttp2Server server, HttpCalls calls) throws InterruptedException {
        return load(plan(server.port(), calls));
    }

    private static LoadPlan plan(int port, HttpCalls calls) {
        return plan(port, calls, LoadModel.ClosedLoop.of(USERS), PATIENT);
    }

    private static LoadPlan plan(int port, HttpCalls calls, LoadModel load, Duration timeout) {
        return new LoadPlan(
                "127.0.0.1",
                port,
                CONNECTIONS,
                load,
                calls,
                new LoadPlan.Timing(Duration.ofMillis(100), WINDOW, timeout),
                1);
    }

    private static LoadResult load(LoadPlan plan) throws InterruptedException {
        return new LoadGenerator(plan, GeneratorSettings.of(plan), ProgressListener.NONE, Protocols.of(plan.calls()))
                .run();
    }
}
