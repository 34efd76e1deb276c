package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.payload.Compression;
import dev.multipool.rpc.protocol.payload.PayloadFormat;
import dev.multipool.rpc.protocol.payload.Payloads;
import dev.multipool.user.v1.UserInfo;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(LeakCheck.class)
class RpcServerIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    void call_ofABlockingAndOfAnAsyncMethod_isAnswered() throws InterruptedException {
        RpcClient client = clientOf(start(echoServer()));

        assertThat(client.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT)).isEqualTo(Echo.user(1));
        assertThat(client.callBlocking(Echo.ASYNC, Echo.user(2), TIMEOUT)).isEqualTo(Echo.user(2));
    }

    @Test
    void call_byTheShortServiceName_isAnswered() throws InterruptedException {
        RpcClient client = clientOf(start(echoServer()));

        RpcMethod<UserInfo, UserInfo> byShortName = Echo.method("Echo", "Echo", "blocking");
        assertThat(client.callBlocking(byShortName, Echo.user(1), TIMEOUT)).isEqualTo(Echo.user(1));
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(Echo.method("test.v1.Ecko", "Ecko", "blocking"), 1001, "no service \"test.v1.Ecko\""),
                Arguments.of(Echo.method("test.v1.Echo", "Echo", "blokking"), 1002, "no method \"blokking\""),
                Arguments.of(throwing("runtime"), 2001, "handler failed (IllegalStateException)"),
                Arguments.of(throwing("checked"), 2001, "handler failed (IOException)"),
                Arguments.of(throwing("error"), 2001, "handler failed (StackOverflowError)"),
                Arguments.of(throwing("null"), 2001, "handler failed (NullPointerException)"),
                Arguments.of(throwing("chosen"), 1004, "no credential"),
                Arguments.of(throwing("large"), 2001, "the response has "),
                Arguments.of(throwing("async-throws"), 2001, "handler failed (IllegalStateException)"),
                Arguments.of(throwing("async-fails"), 2001, "handler failed (IOException)"),
                Arguments.of(throwing("async-chosen"), 1004, "no credential"),
                Arguments.of(throwing("async-null-stage"), 2001, "handler failed (NullPointerException)"),
                Arguments.of(throwing("async-null"), 2001, "handler failed (NullPointerException)"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void call_thatFails_isAnsweredWithItsCodeOnAConnectionThatIsKept(
            RpcMethod<UserInfo, UserInfo> method, int code, String text) throws InterruptedException {
        RpcServer server = start(failingServer());
        RpcClient client = clientOf(server);

        assertThatExceptionOfType(RpcException.class)
                .isThrownBy(() -> client.callBlocking(method, Echo.user(1), TIMEOUT))
                .satisfies(e -> {
                    assertThat(e.codeNumber()).isEqualTo(code);
                    assertThat(e.text()).contains(text).doesNotContain("secret", "\tat ");
                });
        assertThat(client.callBlocking(Echo.BLOCKING, Echo.user(2), TIMEOUT)).isEqualTo(Echo.user(2));
        assertThat(client.reconnects()).isZero();
        eventually("calls in flight end", () -> server.callsInFlight() == 0);
    }

    @Test
    void call_thatCanNotBeParsed_isAnsweredWithERequestOnAConnectionThatIsKept() throws IOException {
        RpcServer server = start(echoServer());
        try (RawConnection connection = new RawConnection(server)) {
            for (String method : List.of("blocking", "async")) {
                connection.send(RawConnection.request("test.v1.Echo", method, 3).build(), new byte[] {(byte) 0xff});
                assertError(connection.receive(), 3, RpcErrorCode.EREQUEST, "request can't be parsed");
            }
            connection.send(
                    RawConnection.request("test.v1.Echo", "blocking", 4).build(),
                    Echo.user(1).toByteArray());
            assertThat(connection.receive().getResponse().getErrorCode()).isZero();
        }
    }

    static Stream<Arguments> formats() {
        return Stream.of(Compression.values())
                .flatMap(compression -> Stream.of(Arguments.of(compression, false), Arguments.of(compression, true)));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void call_compressedOrWithAChecksum_isAnsweredInKind(Compression compression, boolean checksum) throws Exception {
        RpcServer server = start(echoServer());
        RpcClient client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .compression(compression)
                .checksum(checksum)
                .build();
        opened.add(client);
        UserInfo large = Echo.user(1).toBuilder().setEmail("x".repeat(200_000)).build();

        assertThat(client.callBlocking(Echo.BLOCKING, large, TIMEOUT)).isEqualTo(large);
        assertThat(client.callBlocking(Echo.ASYNC, large, TIMEOUT)).isEqualTo(large);
        try (RawConnection connection = new RawConnection(server)) {
            RpcMeta.Builder meta = RawConnection.request("test.v1.Echo", "blocking", 3);
            connection.send(Payloads.frame(
                    UnpooledByteBufAllocator.DEFAULT, meta, large, new PayloadFormat(compression, checksum), 1 << 20));
            RpcMeta answer = connection.receive();
            assertThat(answer.getCompressType()).isEqualTo(compression.number());
            assertThat(answer.getChecksumType()).isEqualTo(checksum ? 1 : 0);
        }
    }

    @Test
    void call_thatUnpacksToMoreThanTheLargestBody_isAnsweredWithERequest() throws Exception {
        RpcServer server = start(echoServer().frameLimits(new FrameLimits(100_000, 1024)));
        try (RawConnection connection = new RawConnection(server)) {
            UserInfo bomb =
                    Echo.user(1).toBuilder().setEmail("x".repeat(1 << 20)).build();
            connection.send(Payloads.frame(
                    UnpooledByteBufAllocator.DEFAULT,
                    RawConnection.request("test.v1.Echo", "blocking", 3),
                    bomb,
                    PayloadFormat.PLAIN.withCompression(Compression.GZIP),
                    4 << 20));

            assertError(connection.receive(), 3, RpcErrorCode.EREQUEST, "unpacks to more than 100000 bytes");
        }
    }

    static Stream<Arguments> notServed() {
        return Stream.of(
                Arguments.of(RpcMeta.newBuilder().setCorrelationId(5).build(), "without request meta"),
                Arguments.of(withoutMethodName(), "without service_name or method_name"),
                Arguments.of(echoRequest().setCompressType(5).build(), "compress_type 5 (expected: 0 none, 1 snappy"),
                Arguments.of(echoRequest().setContentType(1).build(), "content_type 1"),
                Arguments.of(
                        echoRequest().setChecksumType(2).build(), "checksum_type 2 (expected: 0 none or 1 crc32c)"),
                Arguments.of(
                        echoRequest()
                                .setChecksumType(1)
                                .setChecksumValue(ByteString.copyFrom(new byte[4]))
                                .build(),
                        "checksum_value 0x0 (expected: 0x"),
                Arguments.of(echoRequest().setStreamSettings(ByteString.EMPTY).build(), "stream_settings"),
                Arguments.of(negativeTimeout(), "timeout_ms -1"));
    }

    @ParameterizedTest
    @MethodSource("notServed")
    void call_ofWhatIsNotServed_isAnsweredWithERequest(RpcMeta meta, String text) throws IOException {
        RpcServer server = start(echoServer());
        try (RawConnection connection = new RawConnection(server)) {
            connection.send(meta, new byte[0]);

            assertError(connection.receive(), 5, RpcErrorCode.EREQUEST, text);
        }
    }

    @Test
    void connection_thatIsNotBaiduStd_isClosedAndCountedWhileOthersAreServed() throws Exception {
        RpcServer server = start(echoServer());
        RpcClient good = clientOf(server);
        try (RawConnection http = new RawConnection(server);
                RawConnection attachment = new RawConnection(server)) {
            http.send("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(http.isClosedByServer()).isTrue();

            RpcMeta lying = echoRequest().setAttachmentSize(9).build();
            byte[] meta = lying.toByteArray();
            attachment.send(new byte[] {'P', 'R', 'P', 'C', 0, 0, 0, (byte) meta.length, 0, 0, 0, (byte) meta.length});
            attachment.send(meta);
            assertError(attachment.receive(), 5, RpcErrorCode.EREQUEST, "attachment_size: 9");
            assertThat(attachment.isClosedByServer()).isTrue();
        }

        assertThat(server.brokenStreams()).isEqualTo(2);
        assertThat(good.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT)).isEqualTo(Echo.user(1));
    }

    @Test
    void call_whenThePoolIsFull_isAnsweredWithElimitThatNamesThePool() throws Exception {
        Gate gate = new Gate();
        RpcServer server = start(gatedServer(gate, "fixed:threads=1,queue=1"));
        RpcClient client = clientOf(server);

        CompletableFuture<UserInfo> running = client.call(Echo.BLOCKING, Echo.user(1), TIMEOUT);
        gate.awaitEntered(1);
        CompletableFuture<UserInfo> queued = client.call(Echo.BLOCKING, Echo.user(2), TIMEOUT);
        eventually("the second call is admitted", () -> server.callsInFlight() == 2);
        CompletableFuture<UserInfo> rejected = client.call(Echo.BLOCKING, Echo.user(3), TIMEOUT);

        assertFails(rejected, RpcErrorCode.ELIMIT, "pool business: queue full");
        gate.open();
        assertThat(running.get()).isEqualTo(Echo.user(1));
        assertThat(queued.get()).isEqualTo(Echo.user(2));
        assertThat(gate.entered()).isEqualTo(2);
    }

    @Test
    void call_whoseDeadlinePassesInTheQueue_isAnsweredAndNotRun() throws Exception {
        Gate gate = new Gate();
        RpcServer server = start(gatedServer(gate, "fixed:threads=1,queue=10"));
        CompletableFuture<UserInfo> running = clientOf(server).call(Echo.BLOCKING, Echo.user(1), TIMEOUT);
        gate.awaitEntered(1);

        try (RawConnection caller = new RawConnection(server)) {
            RpcMeta.Builder hurried = echoRequest();
            hurried.getRequestBuilder().setTimeoutMs(1);
            caller.send(hurried.build(), Echo.user(2).toByteArray());
            eventually("the second call is admitted", () -> server.callsInFlight() == 2);
            Thread.sleep(20);
            gate.open();

            assertError(caller.receive(), 5, RpcErrorCode.ERPCTIMEDOUT, "the deadline passed in the queue");
        }
        assertThat(running.get()).isEqualTo(Echo.user(1));
        assertThat(gate.entered()).isEqualTo(1);
    }

    @Test
    void stop_letsRunningCallsFinishAndAnswersNewOnesWithElogoff() throws Exception {
        Gate gate = new Gate();
        RpcServer server = start(gatedServer(gate, "fixed:threads=2,queue=10"));
        RpcClient client = clientOf(server);
        CompletableFuture<UserInfo> running = client.call(Echo.BLOCKING, Echo.user(1), TIMEOUT);
        gate.awaitEntered(1);

        CompletableFuture<Boolean> stopped = CompletableFuture.supplyAsync(() -> server.stop(TIMEOUT));
        eventually("the door is closed", () -> server.state() == RpcServer.State.STOPPING && refusesNewCalls(client));
        assertThat(stopped).isNotDone();
        gate.open();

        assertThat(running.get()).isEqualTo(Echo.user(1));
        assertThat(stopped.get()).isTrue();
        assertThat(server.state()).isEqualTo(RpcServer.State.TERMINATED);
        assertThat(server.stop(TIMEOUT)).isTrue();
    }

    @Test
    void stop_whenACallDoesNotEnd_isBoundedAndAnswersWhatWasQueued() throws Exception {
        Gate gate = new Gate();
        RpcServer server = start(gatedServer(gate, "fixed:threads=1,queue=10"));
        RpcClient client = clientOf(server);
        CompletableFuture<UserInfo> running = client.call(Echo.BLOCKING, Echo.user(1), TIMEOUT);
        gate.awaitEntered(1);
        CompletableFuture<UserInfo> queued = client.call(Echo.BLOCKING, Echo.user(2), TIMEOUT);
        eventually("the second call is admitted", () -> server.callsInFlight() == 2);

        assertThat(server.stop(Duration.ofMillis(50))).isFalse();

        assertFails(queued, RpcErrorCode.ELOGOFF, "stopped before the call ran");
        assertFails(running, RpcErrorCode.EINTERNAL, "the server stopped while");
        gate.open();
    }

    @Test
    void start_onAPortInUse_saysWhichAndLeavesNothingBehind() throws IOException {
        RpcServer first = start(echoServer());
        int port = first.address().getPort();
        RpcServer second = echoServer().host("127.0.0.1").port(port).build();

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(second::start)
                .withMessageStartingWith("cannot listen on 127.0.0.1:" + port + ": ")
                .withMessageContaining("Address already in use");
        assertThat(second.state()).isEqualTo(RpcServer.State.TERMINATED);
        eventually(
                "only the first server's acceptor lives",
                () -> Thread.getAllStackTraces().keySet().stream()
                                .filter(t -> t.getName().startsWith("rpc-accept"))
                                .count()
                        == 1);
    }

    @Test
    void start_twice_isRefused() throws IOException {
        RpcServer server = start(echoServer());

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(server::start)
                .withMessage("server is RUNNING (expected: NEW)");
    }

    private static RpcServerBuilder echoServer() {
        return RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .pool(PoolConfig.parse("business", "fixed:threads=2,queue=100"))
                .blocking(Echo.BLOCKING, "business", (request, call) -> request)
                .async(Echo.ASYNC, (request, call) -> CompletableFuture.completedFuture(request));
    }

    private static RpcServerBuilder gatedServer(Gate gate, String poolSpec) {
        return RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .pool(PoolConfig.parse("business", poolSpec))
                .blocking(Echo.BLOCKING, "business", (request, call) -> {
                    gate.enter();
                    return request;
                });
    }

    private static RpcMethod<UserInfo, UserInfo> throwing(String how) {
        return Echo.method("test.v1.Failing", "Failing", how);
    }

    private static RpcServerBuilder failingServer() {
        return echoServer()
                .frameLimits(new FrameLimits(4096, 1024))
                .blocking(throwing("runtime"), "business", (request, call) -> {
                    throw new IllegalStateException("secret");
                })
                .blocking(throwing("checked"), "business", (request, call) -> {
                    throw new IOException("secret");
                })
                .blocking(throwing("error"), "business", (request, call) -> {
                    throw new StackOverflowError("secret");
                })
                .blocking(throwing("null"), "business", (request, call) -> nothing())
                .blocking(throwing("chosen"), "business", (request, call) -> {
                    throw new RpcException(RpcErrorCode.ERPCAUTH, "no credential");
                })
                .blocking(throwing("large"), "business", (request, call) -> request.toBuilder()
                        .setName("x".repeat(5000))
                        .build())
                .async(throwing("async-throws"), (request, call) -> {
                    throw new IllegalStateException("secret");
                })
                .async(
                        throwing("async-fails"),
                        (request, call) -> CompletableFuture.failedFuture(new IOException("secret")))
                .async(
                        throwing("async-chosen"),
                        (request, call) -> CompletableFuture.failedFuture(
                                new RpcException(RpcErrorCode.ERPCAUTH, "no credential")))
                .async(throwing("async-null-stage"), (request, call) -> noStage())
                .async(throwing("async-null"), (request, call) -> CompletableFuture.completedFuture(nothing()));
    }

    @SuppressWarnings("NullAway") // what a handler should not, and one day does
    private static UserInfo nothing() {
        return null;
    }

    @SuppressWarnings("NullAway") // the same of an asynchronous handler
    private static CompletableFuture<UserInfo> noStage() {
        return null;
    }

    private static RpcMeta.Builder echoRequest() {
        return RawConnection.request("test.v1.Echo", "blocking", 5);
    }

    private static RpcMeta withoutMethodName() {
        RpcMeta.Builder meta = echoRequest();
        meta.getRequestBuilder().clearMethodName();
        return meta.buildPartial();
    }

    private static RpcMeta negativeTimeout() {
        RpcMeta.Builder meta = echoRequest();
        meta.getRequestBuilder().setTimeoutMs(-1);
        return meta.build();
    }

    private RpcServer start(RpcServerBuilder builder) {
        RpcServer server = builder.build();
        try {
            server.start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        opened.add(() -> server.stop(Duration.ofSeconds(1)));
        return server;
    }

    private RpcClient clientOf(RpcServer server) {
        RpcClient client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .connections(1)
                .eventLoops(1)
                .build();
        opened.add(client);
        return client;
    }

    private static boolean refusesNewCalls(RpcClient client) {
        try {
            client.callBlocking(Echo.BLOCKING, Echo.user(9), Duration.ofMillis(200));
            return false;
        } catch (RpcException e) {
            return e.is(RpcErrorCode.ELOGOFF);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertError(RpcMeta meta, long correlationId, RpcErrorCode code, String text) {
        assertThat(meta.getCorrelationId()).isEqualTo(correlationId);
        assertThat(meta.getResponse().getErrorCode()).isEqualTo(code.number());
        assertThat(meta.getResponse().getErrorText()).contains(text);
    }

    private static void assertFails(CompletableFuture<UserInfo> call, RpcErrorCode code, String text) {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(call::get)
                .withCauseInstanceOf(RpcException.class)
                .satisfies(e -> {
                    RpcException cause = (RpcException) Objects.requireNonNull(e.getCause());
                    assertThat(cause.is(code)).isTrue();
                    assertThat(cause.text()).contains(text);
                });
    }
}
