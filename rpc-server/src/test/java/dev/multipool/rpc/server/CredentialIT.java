package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.server.connection.ConnectionEnd;
import dev.multipool.rpc.server.credential.CredentialFile;
import dev.multipool.rpc.server.credential.SharedSecrets;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that asks for a credential: who has it is served, who has not gets ERPCAUTH and nothing else. */
@ExtendWith(LeakCheck.class)
class CredentialIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final ByteString OLD = ByteString.copyFromUtf8("old secret");
    private static final ByteString NEW = ByteString.copyFromUtf8("new secret");

    @TempDir
    private Path directory;

    private final AtomicInteger handled = new AtomicInteger();
    private RpcServer server;

    @BeforeEach
    void start() throws IOException {
        server = RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .credentials(new SharedSecrets(List.of(OLD, NEW)))
                .direct(Echo.BLOCKING, (request, call) -> {
                    handled.incrementAndGet();
                    return request;
                })
                .build();
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({"old secret", "new secret"})
    void calls_withACredentialOfTheServers_areAnswered(String secret) throws Exception {
        try (RpcClient client = client(ByteString.copyFromUtf8(secret))) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.callBlocking(Echo.BLOCKING, Echo.user(i), TIMEOUT))
                        .isEqualTo(Echo.user(i));
            }
        }
        assertThat(server.connectionEnds()).containsEntry(ConnectionEnd.NOT_AUTHENTICATED, 0L);
    }

    @ParameterizedTest
    @CsvSource({"'', no credential", "wrong, wrong credential", "old secre, wrong credential"})
    void call_withoutTheRightCredential_getsErpcauth(String secret, String text) {
        try (RpcClient client = client(ByteString.copyFromUtf8(secret))) {
            assertThatExceptionOfType(RpcException.class)
                    .isThrownBy(() -> client.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT))
                    .satisfies(e -> assertThat(e.is(RpcErrorCode.ERPCAUTH)).isTrue())
                    .withMessageContaining(text);
        }
        assertThat(handled).hasValue(0);
        assertThat(server.connectionEnds()).containsEntry(ConnectionEnd.NOT_AUTHENTICATED, 1L);
    }

    @Test
    void callsBehindARefusedOne_getNothing_evenWithTheRightCredential() throws Exception {
        try (RawConnection connection = new RawConnection(server)) {
            RpcMeta right = RawConnection.request("test.v1.Echo", "blocking", 2)
                    .setAuthenticationData(OLD)
                    .build();
            connection.send(RawConnection.request("test.v1.Echo", "blocking", 1).build(), new byte[0]);
            connection.send(right, new byte[0]);

            assertThat(connection.receive().getResponse().getErrorCode()).isEqualTo(RpcErrorCode.ERPCAUTH.number());
            assertThat(connection.isClosedByServer()).isTrue();
        }
        assertThat(handled).hasValue(0);
    }

    /** A stranger's frame may be large: nothing of it is kept before its sender is known. */
    @Test
    void largeFirstCall_withoutTheRightCredential_isRefusedBeforeItsPayloadCame() throws Exception {
        try (RawConnection connection = new RawConnection(server)) {
            connection.send(Arrays.copyOf(largeCall(ByteString.copyFromUtf8("wrong")), 1000));

            assertThat(connection.receive().getResponse().getErrorCode()).isEqualTo(RpcErrorCode.ERPCAUTH.number());
            assertThat(connection.isClosedByServer()).isTrue();
        }
        assertThat(server.connectionEnds()).containsEntry(ConnectionEnd.NOT_AUTHENTICATED, 1L);
        eventually("nothing is held", () -> server.unfinishedBytes() == 0);
    }

    @Test
    void largeFirstCall_withTheRightCredential_isServed() throws Exception {
        try (RawConnection connection = new RawConnection(server)) {
            byte[] call = largeCall(OLD);
            connection.send(Arrays.copyOf(call, 1000));
            eventually("its beginning came", () -> server.unfinishedBytes() > 0);
            connection.send(Arrays.copyOfRange(call, 1000, call.length));

            assertThat(connection.receive().getResponse().getErrorCode()).isZero();
        }
        assertThat(handled).hasValue(1);
    }

    private static byte[] largeCall(ByteString credential) {
        ByteBuf frame = FrameEncoder.encode(
                UnpooledByteBufAllocator.DEFAULT,
                RawConnection.request("test.v1.Echo", "blocking", 1)
                        .setAuthenticationData(credential)
                        .build(),
                Unpooled.wrappedBuffer(Echo.user(1).toBuilder()
                        .setName("x".repeat(1 << 20))
                        .build()
                        .toByteArray()),
                Unpooled.EMPTY_BUFFER);
        try {
            return ByteBufUtil.getBytes(frame);
        } finally {
            frame.release();
        }
    }

    @Test
    void client_sendsItsCredentialOnceForEachConnection() throws Exception {
        try (RpcClient client = client(NEW)) {
            client.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT);
            int port = server.address().getPort();
            stop();
            server = RpcServer.builder()
                    .host("127.0.0.1")
                    .port(port)
                    .credentials(new SharedSecrets(List.of(NEW)))
                    .direct(Echo.BLOCKING, (request, call) -> request)
                    .build();
            server.start();
            eventually("the client is back", () -> client.connectionsUp() == 1);

            assertThat(client.callBlocking(Echo.BLOCKING, Echo.user(2), TIMEOUT))
                    .isEqualTo(Echo.user(2));
        }
    }

    @Test
    void guesses_beyondTheMost_keepTheirAddressOut_butNotWhoIsIn() throws Exception {
        RpcServer guarded = RpcServer.builder()
                .host("127.0.0.1")
                .credentials(new SharedSecrets(List.of(OLD)))
                .maxWrongCredentials(2)
                .direct(Echo.BLOCKING, (request, call) -> request)
                .build();
        guarded.start();
        try (RawConnection in = new RawConnection(guarded)) {
            in.send(call(OLD), new byte[0]);
            assertThat(in.receive().getResponse().getErrorCode()).isZero();

            assertThat(answer(guarded, ByteString.EMPTY)).startsWith("no credential");
            assertThat(answer(guarded, ByteString.copyFromUtf8("one"))).startsWith("wrong credential");
            assertThat(answer(guarded, ByteString.copyFromUtf8("two"))).startsWith("wrong credential");
            assertThat(answer(guarded, OLD)).startsWith("too many wrong credentials from this address");

            in.send(call(ByteString.EMPTY), new byte[0]);
            assertThat(in.receive().getResponse().getErrorCode()).isZero();
        } finally {
            guarded.stop(Duration.ofSeconds(1));
        }
    }

    private static String answer(RpcServer server, ByteString credential) throws IOException {
        try (RawConnection connection = new RawConnection(server)) {
            connection.send(call(credential), new byte[0]);
            return connection.receive().getResponse().getErrorText();
        }
    }

    private static RpcMeta call(ByteString credential) {
        return RawConnection.request("test.v1.Echo", "blocking", 1)
                .setAuthenticationData(credential)
                .build();
    }

    @Test
    void verifierThatThrows_letsNobodyIn() throws Exception {
        RpcServer broken = RpcServer.builder()
                .host("127.0.0.1")
                .credentials((credential, caller) -> {
                    throw new IllegalStateException("the store is away");
                })
                .direct(Echo.BLOCKING, (request, call) -> request)
                .build();
        broken.start();
        try (RawConnection connection = new RawConnection(broken)) {
            connection.send(RawConnection.request("test.v1.Echo", "blocking", 1).build(), new byte[0]);

            assertThat(connection.receive().getResponse().getErrorCode()).isEqualTo(RpcErrorCode.ERPCAUTH.number());
        } finally {
            broken.stop(Duration.ofSeconds(1));
        }
    }

    @Test
    void secrets_withoutAny_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SharedSecrets(List.of()))
                .withMessage("secrets: none (expected: at least one)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SharedSecrets(List.of(ByteString.EMPTY)))
                .withMessage("secret: empty (expected: at least one byte)");
    }

    @Test
    void credentialFile_thatChanges_isTakenOverForNewConnections() throws Exception {
        Path file = Files.writeString(directory.resolve("credentials"), "old secret\n\n");
        server.stop(Duration.ofSeconds(1));
        server = RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .credentials(CredentialFile.read(file), Duration.ofMillis(20))
                .direct(Echo.BLOCKING, (request, call) -> request)
                .build();
        server.start();
        try (RpcClient open = client(OLD)) {
            assertThat(isServed(open)).isTrue();
            assertThat(isServed(NEW)).isFalse();

            Files.writeString(file, "  new secret \n");
            eventually("the new secret is taken", () -> isServed(NEW));
            assertThat(isServed(OLD)).isFalse();
            assertThat(isServed(open)).as("what is open goes on").isTrue();

            for (String unusable : new String[] {"", "\n \n"}) {
                Files.writeString(file, unusable);
                Thread.sleep(100);
                assertThat(isServed(NEW)).as("what was there stays in force").isTrue();
            }
            Files.delete(file);
            Thread.sleep(100);
            assertThat(isServed(NEW)).isTrue();
            Files.writeString(file, "old secret\nnew secret\n");
            eventually("the file is read again", () -> isServed(OLD));
        }
    }

    @Test
    void credentialFile_ofNoUse_isRefusedWithWhatWasExpected() throws Exception {
        Path empty = Files.writeString(directory.resolve("empty"), "\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CredentialFile.read(empty))
                .withMessage(empty + " holds no secret (expected: at least one, one a line)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CredentialFile.read(directory.resolve("none")))
                .withMessageEndingWith("none can't be read (expected: a text file with a secret a line)");
    }

    private boolean isServed(ByteString credential) {
        try (RpcClient client = client(credential)) {
            return isServed(client);
        }
    }

    private static boolean isServed(RpcClient client) {
        return client.call(Echo.BLOCKING, Echo.user(1), TIMEOUT)
                .handle((answer, failure) -> failure == null)
                .join();
    }

    private RpcClient client(ByteString credential) {
        return RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .credential(credential)
                .build();
    }
}
