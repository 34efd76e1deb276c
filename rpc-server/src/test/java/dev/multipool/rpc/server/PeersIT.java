package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import dev.multipool.opentelemetry.CallTracing;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.Attached;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.payload.Compression;
import dev.multipool.rpc.server.app.tracing.CollectedSpans;
import dev.multipool.rpc.server.credential.SharedSecrets;
import dev.multipool.user.v1.UserInfo;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** brpc-java 3.0.5 and jprotobuf-rpc-core 4.2.2 call our server, and our client calls theirs. */
@ExtendWith(LeakCheck.class)
class PeersIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int CALLS = 100;
    private static final int[] CODES = {1001, 1002, 1003, 1004, 1008, 1011, 2001, 2003, 2004};

    private static PeerProcess brpcJava;
    private static PeerProcess jprotobuf;

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** What our client calls. */
    enum Peer {
        BRPC_JAVA("BrpcJavaPeer", "brpc-java"),
        JPROTOBUF("JprotobufPeer", "jprotobuf");

        private final String driver;
        private final String jars;

        Peer(String driver, String jars) {
            this.driver = driver;
            this.jars = jars;
        }

        PeerProcess start(String... arguments) throws IOException {
            return PeerProcess.start(driver, jars, arguments);
        }

        int port() throws IOException {
            return (this == BRPC_JAVA ? brpcJava : jprotobuf).port();
        }
    }

    @BeforeAll
    static void startPeers() throws IOException {
        brpcJava = Peer.BRPC_JAVA.start("server");
        jprotobuf = Peer.JPROTOBUF.start("server");
    }

    @AfterAll
    static void stopPeers() throws IOException {
        brpcJava.close();
        jprotobuf.close();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    void brpcJava_callsOurServer() throws Exception {
        Map<String, String> outcomes = callOurServer(Peer.BRPC_JAVA);

        for (int compressType = 0; compressType <= 3; compressType++) {
            assertThat(outcomes).containsEntry("compressed by " + compressType, "answered");
        }
        assertThat(outcomes)
                .containsEntry("short name", "answered")
                .containsEntry("attachment", "answered")
                .containsEntry("concurrent", "400 answers");
        assertThat(outcomes.get("unknown service")).startsWith("failed ").contains("no service \"test.v1.Unknown\"");
        assertThat(outcomes.get("unknown method")).startsWith("failed ").contains("no method \"missing\"");
        // it shows its caller an error's text, never its code
        for (int code : CODES) {
            assertThat(outcomes.get("error " + code)).startsWith("failed ").contains("code " + code + " on purpose");
        }
        assertThat(outcomes).containsEntry("right credential", "answered");
        assertThat(outcomes.get("wrong credential")).contains("wrong credential");
    }

    @Test
    void jprotobuf_callsOurServer() throws Exception {
        Map<String, String> outcomes = callOurServer(Peer.JPROTOBUF);

        assertThat(outcomes)
                .containsEntry("plain", "answered")
                .containsEntry("gzip", "answered")
                .containsEntry("snappy", "answered")
                .containsEntry("short name", "answered")
                .containsEntry("attachment", "answered")
                .containsEntry("concurrent", "400 answers");
        assertThat(outcomes.get("unknown method")).contains("errorCode=1002").contains("no method \"missing\"");
        for (int code : CODES) {
            assertThat(outcomes.get("error " + code))
                    .contains("errorCode=" + code)
                    .contains("code " + code + " on purpose");
        }
        assertThat(outcomes).containsEntry("right credential", "answered");
        assertThat(outcomes.get("wrong credential")).contains("errorCode=1004");
    }

    @ParameterizedTest
    @CsvSource({
        "BRPC_JAVA, NONE",
        "BRPC_JAVA, SNAPPY",
        "BRPC_JAVA, GZIP",
        "BRPC_JAVA, ZLIB",
        "JPROTOBUF, NONE",
        "JPROTOBUF, SNAPPY",
        "JPROTOBUF, GZIP",
    })
    void ourClient_callsThem(Peer peer, Compression compression) throws Exception {
        RpcClient client = RpcClient.builder()
                .target("127.0.0.1", peer.port())
                .compression(compression)
                .build();
        opened.add(client);

        List<CompletableFuture<UserInfo>> calls = new ArrayList<>();
        for (int i = 1; i <= CALLS; i++) {
            calls.add(client.call(Echo.BLOCKING, Echo.user(i), TIMEOUT));
        }
        for (int i = 1; i <= CALLS; i++) {
            assertThat(calls.get(i - 1).get(20, TimeUnit.SECONDS)).isEqualTo(Echo.user(i));
        }
        Attached<UserInfo> attached = new Attached<>(Echo.user(7), ByteString.copyFromUtf8("attached"));
        assertThat(client.callAttached(Echo.BLOCKING, attached, TIMEOUT).get(20, TimeUnit.SECONDS))
                .isEqualTo(attached);
        assertThatExceptionOfType(RpcException.class)
                .isThrownBy(
                        () -> client.callBlocking(Echo.method("test.v1.Echo", "Echo", "fail"), Echo.user(1), TIMEOUT))
                .withMessageContaining("failed on purpose");
    }

    @ParameterizedTest
    @EnumSource(Peer.class)
    void ourClient_thatAsksThemForWhatTheyDoNotKnow_isTold(Peer peer) throws Exception {
        RpcClient client = RpcClient.builder().target("127.0.0.1", peer.port()).build();
        opened.add(client);
        client.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT);

        assertThatExceptionOfType(RpcException.class)
                // some never answer
                .isThrownBy(() -> client.callBlocking(
                        Echo.method("test.v1.Unknown", "Unknown", "blocking"), Echo.user(1), Duration.ofMillis(300)))
                .satisfies(e -> assertThat(e.codeNumber()).isNotZero());
    }

    /** They know neither half of our ids: what they don't know must not disturb them. */
    @ParameterizedTest
    @EnumSource(Peer.class)
    void ourClient_whoseCallsAreTraced_isServedByThem(Peer peer) throws Exception {
        CollectedSpans spans = new CollectedSpans();
        SdkTracerProvider provider = spans.provider(Sampler.alwaysOn());
        opened.add(provider);
        RpcClient client = RpcClient.builder()
                .target("127.0.0.1", peer.port())
                .observer(CallTracing.of(provider).client())
                .build();
        opened.add(client);

        for (int i = 1; i <= 20; i++) {
            assertThat(client.callBlocking(Echo.BLOCKING, Echo.user(i), TIMEOUT))
                    .isEqualTo(Echo.user(i));
        }

        assertThat(spans.named(Echo.BLOCKING.fullName())).hasSize(20);
    }

    /** What a client of theirs tried with a server of ours and, with credentials, with another that asks for one. */
    private Map<String, String> callOurServer(Peer peer) throws Exception {
        RpcServer server = start(echoServer());
        RpcServer guarded =
                start(echoServer().credentials(new SharedSecrets(List.of(ByteString.copyFromUtf8("right")))));
        try (PeerProcess client = peer.start("client", port(server), port(guarded))) {
            return client.outcomes();
        }
    }

    private static String port(RpcServer server) {
        return Integer.toString(server.address().getPort());
    }

    private static RpcServerBuilder echoServer() {
        return RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .pool(PoolConfig.parse("business", "fixed:threads=4,queue=1000"))
                .blocking(Echo.BLOCKING, "business", (request, call) -> {
                    call.attach(call.attachment());
                    return request;
                })
                .direct(Echo.method("test.v1.Echo", "Echo", "fail"), (request, call) -> {
                    throw new RpcException((int) request.getId(), "code " + request.getId() + " on purpose");
                });
    }

    private RpcServer start(RpcServerBuilder builder) throws IOException {
        RpcServer server = builder.build();
        opened.add(() -> server.stop(Duration.ofSeconds(1)));
        server.start();
        return server;
    }
}
