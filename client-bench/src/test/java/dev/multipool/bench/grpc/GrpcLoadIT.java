package dev.multipool.bench.grpc;

import static dev.multipool.bench.grpc.ScriptedGrpcServer.echo;
import static dev.multipool.bench.grpc.ScriptedGrpcServer.failing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.generator.ProgressListener;
import dev.multipool.bench.grpc.ScriptedGrpcServer.Reflecting;
import dev.multipool.bench.message.SchemaException;
import dev.multipool.bench.message.SchemaException.Problem;
import dev.multipool.bench.message.Shop;
import dev.multipool.bench.plan.JsonCheck;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.plan.MethodCalls.Expectation;
import dev.multipool.bench.plan.MethodCalls.Protocol;
import dev.multipool.bench.plan.MethodCalls.Request;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.bench.protocol.Protocols;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.bench.result.LoadResultSchema;
import io.grpc.Status;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
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
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load by gRPC, on a server that also fails, hangs and dies: each call ends once, and the load goes on. */
@Tag("once")
class GrpcLoadIT {
    private static final int USERS = 4;
    private static final int CONNECTIONS = 2;
    private static final Duration WINDOW = Duration.ofSeconds(1);
    /** Longer than a machine that has other work stands still. */
    private static final Duration PATIENT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void answers_areCountedOnce_onSharedConnections() throws Exception {
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start(echo())) {
            LoadResult result = load(server, find(new Expectation(Set.of(), "lamp", new JsonCheck("/sold", "false"))));

            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().calls()).isPositive().isLessThanOrEqualTo(server.requests());
            assertThat(server.connections()).isEqualTo(CONNECTIONS);
            assertThat(server.kept())
                    .allSatisfy(asked -> assertThat((long) asked.field("id")).isBetween(1L, 9L));
            assertThat(result.use().resources().sentBytesPerSecond()).isPositive();
            Path json = folder.resolve("result.json");
            LoadResultJson.write(result, json);
            LoadResultSchema.assertFits(Files.readString(json));
        }
    }

    @Test
    void statusThatIsNotExpected_isAnErrorByItsName() throws Exception {
        assertThat(errors(failing(Status.NOT_FOUND), Expectation.SUCCESS)).containsOnlyKeys("GRPC_NOT_FOUND");
    }

    @Test
    void statusThatIsExpected_isRight() throws Exception {
        Expectation expected = new Expectation(Set.of("NOT_FOUND"), null, null);

        assertThat(errors(failing(Status.NOT_FOUND), expected)).isEmpty();
        assertThat(errors(echo(), expected)).containsOnlyKeys("GRPC_OK");
    }

    @Test
    void statusOfAServerThatIsFull_isARejection() throws Exception {
        for (Status status : List.of(Status.RESOURCE_EXHAUSTED, Status.UNAVAILABLE)) {
            try (ScriptedGrpcServer server = ScriptedGrpcServer.start(failing(status))) {
                LoadResult result = load(server, find(Expectation.SUCCESS));

                assertThat(result.counts().outcome().rejected()).isPositive();
                assertThat(result.counts().outcome().failed()).isZero();
            }
        }
    }

    @Test
    void messageThatIsNotExpected_isAWrongAnswer() throws Exception {
        assertThat(errors(echo(), new Expectation(Set.of(), null, new JsonCheck("/name", "chair"))))
                .containsOnlyKeys("WRONG_ANSWER");
        assertThat(errors(echo(), new Expectation(Set.of(), "chair", null))).containsOnlyKeys("WRONG_ANSWER");
    }

    @Test
    void answerPastTheDeadline_isATimeout_andTheLoadGoesOn() throws Exception {
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start((asked, answer) -> {
            if (asked.number() % 4 != 0) {
                ScriptedGrpcServer.answer(asked, answer, 1);
            }
        })) {
            LoadResult result = load(plan(
                    server.port(), find(Expectation.SUCCESS), LoadModel.ClosedLoop.of(USERS), Duration.ofMillis(200)));

            assertThat(result.counts().errors()).containsOnlyKeys("TIMEOUT");
            assertThat(result.counts().calls()).isPositive();
        }
    }

    @Test
    void serverThatDiesAndComesBack_isFailuresAndNoRejections_andTheLoadGoesOn() throws Exception {
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start((asked, answer) -> {
            if (asked.number() < 100) {
                ScriptedGrpcServer.answer(asked, answer, 1);
            }
        })) {
            CompletableFuture<ScriptedGrpcServer> next = CompletableFuture.supplyAsync(() -> {
                try {
                    while (server.requests() < 100) {
                        Thread.sleep(5);
                    }
                    server.die();
                    return server.restart(echo());
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            LoadPlan plan = plan(server.port(), find(Expectation.SUCCESS), LoadModel.ClosedLoop.of(USERS), PATIENT);
            LoadResult result =
                    load(plan.withTiming(new LoadPlan.Timing(Duration.ZERO, Duration.ofSeconds(3), PATIENT)));

            try (ScriptedGrpcServer second = next.get(20, TimeUnit.SECONDS)) {
                assertThat(second.requests()).isPositive();
                // also in slices that a stall of the machine disturbed
                assertThat(result.noise().raw().errors().keySet())
                        .isNotEmpty()
                        .isSubsetOf("STREAM_RESET", "CONNECTION_CLOSED", "CONNECT_FAILED");
                assertThat(result.counts().outcome().rejected()).isZero();
            }
        }
    }

    @Test
    void connectionThatBreaks_isAnErrorOfItsCalls_andTheNextOneIsOpened() throws Exception {
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start((asked, answer) -> {
                    if (asked.number() % 50 != 0) {
                        ScriptedGrpcServer.answer(asked, answer, 1);
                    }
                });
                Relay relay = Relay.to(server.port())) {
            // each 50th request has no answer: its connection breaks instead
            Thread cutting = new Thread(() -> {
                int cut = 0;
                while (!Thread.currentThread().isInterrupted()) {
                    int due = server.requests() / 50;
                    if (due > cut) {
                        cut = due;
                        relay.cut();
                    }
                    LockSupport.parkNanos(1_000_000);
                }
            });
            cutting.start();
            try {
                LoadResult result =
                        load(plan(relay.port(), find(Expectation.SUCCESS), LoadModel.ClosedLoop.of(USERS), PATIENT));

                // a cut may also meet a connection that is not up yet
                assertThat(result.counts().errors().keySet())
                        .contains("CONNECTION_CLOSED")
                        .isSubsetOf("CONNECTION_CLOSED", "CONNECT_FAILED");
                assertThat(result.counts().calls()).isPositive();
                assertThat(server.connections()).isGreaterThan(CONNECTIONS);
            } finally {
                cutting.interrupt();
                cutting.join();
            }
        }
    }

    @Test
    void pendingCalls_endAsCancelled_whenTheConnectionsClose() throws Exception {
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start((asked, answer) -> {})) {
            LoadPlan plan = plan(server.port(), find(Expectation.SUCCESS), LoadModel.ClosedLoop.of(USERS), PATIENT);
            CompletableFuture<@Nullable Throwable> ended = new CompletableFuture<>();
            Connections connections = Protocols.of(plan.calls()).open(plan, 1);
            Connection connection = connections.all().get(0);
            Call call = connection.calls(new SplittableRandom(1)).next();
            try (connections) {
                connection.eventLoop().execute(() -> call.send(PATIENT, (answer, failure) -> ended.complete(failure)));
                while (server.requests() == 0) {
                    Thread.sleep(5);
                }
                assertThat(connections.pendingCalls()).isOne();
            }

            assertThat(connections.pendingCalls()).isZero();
            assertThat(call.errorName(ended.get(10, TimeUnit.SECONDS))).isEqualTo("CANCELLED");
        }
    }

    @Test
    void requestWithHeadersAndBody_arrivesAsItsTemplatesSay() throws Exception {
        MethodCalls calls = new MethodCalls(
                Protocol.GRPC,
                List.of(new Request(
                        Shop.FIND,
                        Map.of("X-Name", "of {name}"),
                        "{\"id\": \"{id}\", \"name\": \"{name}\", \"tags\": [\"a\", \"{name}\"]}",
                        1,
                        Expectation.SUCCESS)),
                Map.of(
                        "name",
                        new TemplateValues.Listed(List.of("a \"b\""), KeyDistribution.UNIFORM),
                        "id",
                        new TemplateValues.Range(7, 7, KeyDistribution.UNIFORM)),
                Shop.BASE64,
                false);
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start(echo())) {
            assertThat(load(server, calls).counts().errors()).isEmpty();

            assertThat(server.kept()).isNotEmpty().allSatisfy(asked -> {
                assertThat(asked.header("x-name")).isEqualTo("of a \"b\"");
                assertThat(asked.field("id")).isEqualTo(7L);
                assertThat(asked.field("name")).isEqualTo("a \"b\"");
                assertThat(asked.field("tags")).isEqualTo(List.of("a", "a \"b\""));
            });
        }
    }

    @Test
    void valueThatDoesNotFit_isACallThatCanNotBeMade() throws Exception {
        MethodCalls calls = new MethodCalls(
                Protocol.GRPC,
                List.of(new Request(Shop.FIND, Map.of(), "{\"id\": {id}}", 1, Expectation.SUCCESS)),
                Map.of("id", new TemplateValues.Listed(List.of("1", "none"), KeyDistribution.UNIFORM)),
                Shop.BASE64,
                false);
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start(echo())) {
            LoadResult result = load(server, calls);

            assertThat(result.counts().errors()).containsOnlyKeys("NOT_ENCODED");
            assertThat(result.counts().calls()).isPositive();
        }
    }

    @Test
    void openLoop_sendsOverItsConnections() throws Exception {
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start(echo())) {
            LoadResult result = load(plan(
                    server.port(),
                    find(Expectation.SUCCESS),
                    new LoadModel.OpenLoop(200, LoadModel.Arrivals.CONSTANT, 1000, LoadProfile.CONSTANT),
                    PATIENT));

            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().calls()).isPositive();
            assertThat(server.connections()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void tls_isSpokenWhereItIsAskedFor() throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=elsewhere")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        MethodCalls plain = find(Expectation.SUCCESS);
        MethodCalls calls = new MethodCalls(Protocol.GRPC, plain.requests(), plain.values(), plain.descriptors(), true);
        try (ScriptedGrpcServer server = ScriptedGrpcServer.startTls(echo(), certificate)) {
            LoadResult result = load(server, calls);

            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().calls()).isPositive();
        }
    }

    @Test
    void descriptors_comeFromReflection_ofEitherVersion() throws Exception {
        for (Reflecting reflecting : List.of(Reflecting.V1, Reflecting.V1_ALPHA)) {
            try (ScriptedGrpcServer server = ScriptedGrpcServer.start(echo(), reflecting)) {
                LoadResult result = load(server, reflected(Shop.FIND));

                assertThat(result.counts().errors()).isEmpty();
                assertThat(result.counts().calls()).isPositive();
            }
        }
    }

    @Test
    void serverWithoutReflection_orWithoutTheMethod_isNamed() throws Exception {
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start(echo())) {
            assertProblem(server, Shop.FIND, Problem.NO_REFLECTION, "reflection: UNIMPLEMENTED (expected: ");
        }
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start(echo(), Reflecting.V1)) {
            assertProblem(server, "shop.Shop/Fine", Problem.NO_METHOD, "(expected: one of [Find, Watch])");
            assertProblem(server, "shop.Store/Find", Problem.NO_SERVICE, "service shop.Store ");
            assertProblem(server, "shop.Shop/Watch", Problem.STREAMS, "(expected: a unary method)");
        }
    }

    @Test
    void serverThatIsNotThere_isNamedInOneLine() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        LoadPlan plan = plan(free, find(Expectation.SUCCESS), LoadModel.ClosedLoop.of(USERS), PATIENT);

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> load(plan))
                .withMessageStartingWith("127.0.0.1:" + free + " can't be reached: ")
                .withMessageContaining("Connection refused");
    }

    @Test
    void serverThatSpeaksAnotherProtocol_isNamedInOneLine() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread other = new Thread(() -> {
                try {
                    while (true) {
                        var connection = socket.accept();
                        connection
                                .getOutputStream()
                                .write("HTTP/1.1 400 Bad\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    }
                } catch (IOException e) {
                    // the test is over
                    return;
                }
            });
            other.start();
            LoadPlan plan =
                    plan(socket.getLocalPort(), find(Expectation.SUCCESS), LoadModel.ClosedLoop.of(USERS), PATIENT);

            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> load(plan))
                    .withMessageContaining("can't be reached: ");
        }
    }

    private static void assertProblem(ScriptedGrpcServer server, String method, Problem problem, String text) {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> load(server, reflected(method)))
                .withMessageContaining(text)
                .satisfies(e -> assertThat(e.problem()).isEqualTo(problem));
    }

    private static Map<String, Long> errors(ScriptedGrpcServer.Script script, Expectation expected) throws Exception {
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start(script)) {
            return load(server, find(expected)).counts().errors();
        }
    }

    private static MethodCalls find(Expectation expected) {
        return new MethodCalls(
                Protocol.GRPC,
                List.of(new Request(Shop.FIND, Map.of(), "{\"id\": {id}}", 1, expected)),
                Map.of("id", new TemplateValues.Range(1, 9, KeyDistribution.UNIFORM)),
                Shop.BASE64,
                false);
    }

    private static MethodCalls reflected(String method) {
        return new MethodCalls(
                Protocol.GRPC,
                List.of(new Request(method, Map.of(), "{\"id\": 1}", 1, Expectation.SUCCESS)),
                Map.of(),
                null,
                false);
    }

    private static LoadResult load(ScriptedGrpcServer server, MethodCalls calls) throws InterruptedException {
        return load(plan(server.port(), calls, LoadModel.ClosedLoop.of(USERS), PATIENT));
    }

    private static LoadPlan plan(int port, MethodCalls calls, LoadModel load, Duration timeout) {
        return new LoadPlan(
                "127.0.0.1",
                port,
                CONNECTIONS,
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
