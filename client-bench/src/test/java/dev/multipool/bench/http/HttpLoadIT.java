package dev.multipool.bench.http;

import static dev.multipool.bench.http.ScriptedHttpServer.bytes;
import static dev.multipool.bench.http.ScriptedHttpServer.ok;
import static dev.multipool.bench.http.ScriptedHttpServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.generator.ProgressListener;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.HttpCalls.Connections;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import dev.multipool.bench.plan.HttpCalls.Request;
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
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load over HTTP/1.1, on a server that also sends what none should: each call ends once, and the load goes on. */
@Tag("once")
class HttpLoadIT {
    private static final int USERS = 4;
    private static final Duration WINDOW = Duration.ofSeconds(1);
    /** Longer than a machine that has other work stands still. */
    private static final Duration PATIENT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void answers_areCountedOnce_onKeptConnections() throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> ok("{\"id\": 3}"))) {
            LoadResult result = load(server, get("/products/{id}", new Expectation(Set.of(200), "id", json("3"))));

            assertThat(result.errorCount()).isZero();
            assertThat(result.counts().calls()).isPositive().isLessThanOrEqualTo(server.requests());
            assertThat(server.connections()).isEqualTo(USERS);
            assertThat(server.kept()).allMatch(request -> request.line().matches("GET /products/[1-9] HTTP/1.1"));
            Path json = folder.resolve("result.json");
            LoadResultJson.write(result, json);
            LoadResultSchema.assertFits(Files.readString(json));
        }
    }

    @Test
    void statusThatIsNotExpected_isAnErrorByItsNumber() throws Exception {
        assertThat(errors(request -> status(404, ""))).containsOnlyKeys("HTTP_404");
    }

    @Test
    void status503_isARejection() throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> status(503, ""))) {
            LoadResult result = load(server, get("/", Expectation.SUCCESS));

            assertThat(result.counts().outcome().rejected()).isPositive();
            assertThat(result.counts().outcome().failed()).isZero();
        }
    }

    @Test
    void bodyThatIsNotExpected_isAWrongAnswer() throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> ok("{\"id\": 4}"))) {
            assertThat(load(server, get("/", new Expectation(Set.of(), null, json("3"))))
                            .counts()
                            .errors())
                    .containsOnlyKeys("WRONG_ANSWER");
            assertThat(load(server, get("/", new Expectation(Set.of(), "product", null)))
                            .counts()
                            .errors())
                    .containsOnlyKeys("WRONG_ANSWER");
        }
    }

    @Test
    void connectionThatTheServerCloses_isReplacedWithoutAnError() throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(
                request -> bytes("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"))) {
            LoadResult result = load(server, get("/", Expectation.SUCCESS));

            assertThat(result.counts().errors()).isEmpty();
            assertThat(server.connections()).isGreaterThan(USERS);
        }
    }

    @Test
    void chunkedAnswer_isReadWhole() throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request ->
                bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n5\r\nother\r\n0\r\n\r\n"))) {
            assertThat(load(server, get("/", new Expectation(Set.of(), "halfother", null)))
                            .counts()
                            .errors())
                    .isEmpty();
        }
    }

    @Test
    void connectionThatBreaksWithoutAnAnswer_isAnError_andTheLoadGoesOn() throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(
                        request -> request.number() % 3 == 0 ? null : ok("ok"))
                .resetting()) {
            LoadResult result = load(server, get("/", Expectation.SUCCESS));

            assertThat(result.counts().errors().keySet())
                    .isNotEmpty()
                    .isSubsetOf("CONNECTION_RESET", "CONNECTION_CLOSED");
            assertThat(result.counts().calls()).isPositive();
        }
    }

    @Test
    void connectionThatBreaksInABody_isAnError_andTheLoadGoesOn() throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> request.number() % 3 == 0
                ? bytes("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100\r\n\r\nhalf")
                : ok("ok"))) {
            LoadResult result = load(server, get("/", new Expectation(Set.of(), "ok", null)));

            assertThat(result.counts().errors().keySet())
                    .isNotEmpty()
                    .isSubsetOf("CONNECTION_RESET", "CONNECTION_CLOSED");
            assertThat(result.counts().calls()).isPositive();
            server.awaitAllClosed();
        }
    }

    @Test
    void answerAboveTheBound_isTooLarge_andItsConnectionIsReplaced() throws Exception {
        String large = "0123456789abcdef".repeat(1 << 20);
        try (ScriptedHttpServer server =
                ScriptedHttpServer.start(request -> ok(request.number() == 0 ? large + "!" : large))) {
            LoadPlan plan = plan(server, get("/", Expectation.SUCCESS), LoadModel.ClosedLoop.of(USERS), PATIENT);

            assertThat(Outcomes.of(plan, 1)).containsExactly("ANSWER_TOO_LARGE");
            assertThat(Outcomes.of(plan, 1)).containsExactly("FOUND");
            server.awaitAllClosed();
        }
    }

    @Test
    void loadThatIsOver_cancelsItsCalls_andClosesItsConnections() throws Exception {
        CountDownLatch came = new CountDownLatch(2);
        CountDownLatch over = new CountDownLatch(1);
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> {
            came.countDown();
            over.await();
            return ok("late");
        })) {
            LoadPlan plan = plan(server, get("/", Expectation.SUCCESS), LoadModel.ClosedLoop.of(USERS), PATIENT);
            List<CompletableFuture<String>> ended;
            dev.multipool.bench.call.Connections connections = Outcomes.open(plan);
            try (connections) {
                ended = Outcomes.send(plan, connections, 2);
                assertThat(came.await(20, TimeUnit.SECONDS)).isTrue();
            }
            over.countDown();

            assertThat(connections.pendingCalls()).isZero();
            assertThat(ended).extracting(CompletableFuture::get).containsOnly("CANCELLED");
            server.awaitAllClosed();
        }
    }

    @Test
    void garbage_isABadAnswer_andTheLoadGoesOn() throws Exception {
        try (ScriptedHttpServer server =
                ScriptedHttpServer.start(request -> request.number() % 3 == 0 ? bytes("what?\r\n\r\n") : ok("ok"))) {
            LoadResult result = load(server, get("/", Expectation.SUCCESS));

            assertThat(result.counts().errors()).containsOnlyKeys("BAD_ANSWER");
            assertThat(result.counts().calls()).isPositive();
        }
    }

    @Test
    void answerPastTheDeadline_isATimeout_andTheLoadGoesOn() throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> {
            if (request.number() % 4 == 0) {
                Thread.sleep(Duration.ofMinutes(1).toMillis());
            }
            return ok("ok");
        })) {
            LoadResult result = load(plan(
                    server, get("/", Expectation.SUCCESS), LoadModel.ClosedLoop.of(USERS), Duration.ofMillis(200)));

            assertThat(result.counts().errors()).containsKey("TIMEOUT");
            assertThat(result.counts().calls()).isPositive();
        }
    }

    @Test
    void requestWithHeadersAndBody_arrivesAsItsTemplatesSay() throws Exception {
        HttpCalls calls = new HttpCalls(
                List.of(new Request(
                        "POST",
                        "/orders?of={name}",
                        Map.of("X-Name", "{name}"),
                        "{\"name\": \"{name}\"}",
                        1,
                        Expectation.SUCCESS)),
                Map.of("name", new TemplateValues.Listed(List.of("a b"), KeyDistribution.UNIFORM)),
                Connections.PLAIN);
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> ok(""))) {
            assertThat(load(server, calls).counts().errors()).isEmpty();

            assertThat(server.kept()).allSatisfy(request -> {
                assertThat(request.line()).isEqualTo("POST /orders?of=a%20b HTTP/1.1");
                assertThat(request.head()).containsIgnoringCase("X-Name: a b\r\n");
                assertThat(request.body()).isEqualTo("{\"name\": \"a b\"}");
            });
        }
    }

    @Test
    void requestsOfAMix_comeByTheirWeights() throws Exception {
        HttpCalls calls = new HttpCalls(
                List.of(
                        new Request("GET", "/often", Map.of(), null, 9, Expectation.SUCCESS),
                        new Request("GET", "/seldom", Map.of(), null, 1, Expectation.SUCCESS)),
                Map.of(),
                Connections.PLAIN);
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> ok(""))) {
            load(server, calls);

            long often = server.kept().stream()
                    .filter(request -> request.line().contains("/often"))
                    .count();
            assertThat((double) often / server.kept().size()).isBetween(0.8, 0.97);
        }
    }

    @Test
    void openLoop_opensConnectionsAsItNeedsThem() throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(request -> {
            Thread.sleep(50);
            return ok("");
        })) {
            LoadResult result = load(plan(
                    server,
                    get("/", Expectation.SUCCESS),
                    new LoadModel.OpenLoop(200, LoadModel.Arrivals.CONSTANT, 1000, LoadProfile.CONSTANT),
                    PATIENT));

            assertThat(result.counts().errors()).isEmpty();
            // 200 calls per second of 50 ms each are ten at a time
            assertThat(server.connections()).isGreaterThan(USERS);
        }
    }

    @Test
    void tls_isSpokenWhereItIsAskedFor() throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=localhost")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(certificate.toKeyManagerFactory().getKeyManagers(), null, null);
        HttpCalls calls = new HttpCalls(
                List.of(new Request("GET", "/", Map.of(), null, 1, Expectation.SUCCESS)),
                Map.of(),
                new Connections(true, true, HttpCalls.Version.HTTP_1_1));
        try (ScriptedHttpServer server =
                ScriptedHttpServer.start(context.getServerSocketFactory(), request -> ok("ok"))) {
            LoadResult result = load(server, calls);

            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().calls()).isPositive();
        }
    }

    private static Map<String, Long> errors(ScriptedHttpServer.Script script) throws Exception {
        try (ScriptedHttpServer server = ScriptedHttpServer.start(script)) {
            return load(server, get("/", Expectation.SUCCESS)).counts().errors();
        }
    }

    private static JsonCheck json(String value) {
        return new JsonCheck("/id", value);
    }

    private static HttpCalls get(String path, Expectation expected) {
        return new HttpCalls(
                List.of(new Request("GET", path, Map.of(), null, 1, expected)),
                path.contains("{id}")
                        ? Map.of("id", new TemplateValues.Range(1, 9, KeyDistribution.UNIFORM))
                        : Map.of(),
                Connections.PLAIN);
    }

    private static LoadResult load(ScriptedHttpServer server, HttpCalls calls) throws InterruptedException {
        return load(plan(server, calls, LoadModel.ClosedLoop.of(USERS), PATIENT));
    }

    private static LoadPlan plan(ScriptedHttpServer server, HttpCalls calls, LoadModel load, Duration timeout) {
        return new LoadPlan(
                "127.0.0.1",
                server.port(),
                USERS,
                load,
                calls,
                new LoadPlan.Timing(Duration.ofMillis(200), WINDOW, timeout),
                1);
    }

    private static LoadResult load(LoadPlan plan) throws InterruptedException {
        return new LoadGenerator(plan, GeneratorSettings.of(plan), ProgressListener.NONE, Protocols.of(plan.calls()))
                .run();
    }
}
