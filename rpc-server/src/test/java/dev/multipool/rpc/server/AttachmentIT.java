package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.Attached;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.payload.Compression;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.user.v1.UserInfo;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes behind requests and responses: handlers read and give them; every buffer is released, whatever becomes of a call. */
@ExtendWith(LeakCheck.class)
class AttachmentIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int LARGEST_BODY = 1 << 20;
    private static final RpcMethod<UserInfo, UserInfo> DIRECT = Echo.method("test.v1.Echo", "Echo", "direct");
    private static final RpcMethod<UserInfo, UserInfo> FAIL = Echo.method("test.v1.Echo", "Echo", "fail");
    private static final RpcMethod<UserInfo, UserInfo> HELD = Echo.method("test.v1.Echo", "Echo", "held");
    private static final RpcMethod<UserInfo, UserInfo> LARGE = Echo.method("test.v1.Echo", "Echo", "large");

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Gate gate = new Gate();
    private RpcServer server;

    @BeforeEach
    void start() throws IOException {
        server = RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .frameLimits(new FrameLimits(LARGEST_BODY, 1024))
                .pool(PoolConfig.parse("business", "fixed:threads=2,queue=100"))
                .pool(PoolConfig.parse("narrow", "fixed:threads=1,queue=1"))
                .blocking(Echo.BLOCKING, "business", AttachmentIT::echo)
                .async(Echo.ASYNC, (request, call) -> CompletableFuture.supplyAsync(() -> echo(request, call)))
                .direct(DIRECT, AttachmentIT::echo)
                .direct(FAIL, (request, call) -> {
                    echo(request, call);
                    throw new RpcException(RpcErrorCode.EREQUEST, "on purpose");
                })
                .blocking(HELD, "narrow", (request, call) -> {
                    gate.enter();
                    return echo(request, call);
                })
                .direct(LARGE, (request, call) -> {
                    call.attach(ByteString.copyFrom(new byte[LARGEST_BODY]));
                    return request;
                })
                .build();
        opened.add(() -> server.stop(Duration.ofSeconds(1)));
        server.start();
    }

    @AfterEach
    void closeAll() throws Exception {
        gate.open();
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @ParameterizedTest
    @CsvSource({"NONE, false", "NONE, true", "GZIP, false", "LZ4, true"})
    void attachments_goBothWays_inEveryExecutionModel(Compression compression, boolean checksum) throws Exception {
        RpcClient client = client(compression, checksum);
        for (RpcMethod<UserInfo, UserInfo> method : List.of(Echo.BLOCKING, Echo.ASYNC, DIRECT)) {
            for (int bytes : new int[] {0, 1, 300_000}) {
                Attached<UserInfo> request = request(bytes);

                assertThat(client.callAttached(method, request, TIMEOUT).get()).isEqualTo(request);
            }
            // who does not ask for the attachment gets the message all the same
            assertThat(client.callBlocking(method, Echo.user(1), TIMEOUT)).isEqualTo(Echo.user(1));
        }
    }

    @Test
    void errorAnswer_hasNoAttachment() throws Exception {
        try (RawConnection connection = new RawConnection(server)) {
            connection.send(FrameEncoder.encode(
                    UnpooledByteBufAllocator.DEFAULT,
                    RawConnection.request("test.v1.Echo", "fail", 3)
                            .setAttachmentSize(2)
                            .build(),
                    Unpooled.EMPTY_BUFFER,
                    Unpooled.wrappedBuffer(new byte[] {'a', 'b'})));

            RpcMeta answer = connection.receive();
            assertThat(answer.getResponse().getErrorCode()).isEqualTo(RpcErrorCode.EREQUEST.number());
            assertThat(answer.getAttachmentSize()).isZero();
        }
    }

    @Test
    void attachment_thatMakesTheAnswerTooLarge_isAnErrorAnswer() throws Exception {
        RpcException failure = failureOf(client(Compression.NONE, false).callAttached(LARGE, request(1), TIMEOUT));

        assertThat(failure.is(RpcErrorCode.EINTERNAL)).isTrue();
        assertThat(failure.text()).startsWith("the response has ").endsWith("(expected: at most 1048576)");
    }

    @Test
    void attachment_thatMakesTheRequestTooLarge_isRefusedByTheClient() throws Exception {
        RpcClient client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .limits(new FrameLimits(1000, 1000))
                .build();
        opened.add(client);

        RpcException failure = failureOf(client.callAttached(Echo.BLOCKING, request(1000), TIMEOUT));

        assertThat(failure.is(RpcErrorCode.EREQUEST)).isTrue();
        assertThat(client.pendingCalls()).isZero();
    }

    /** The leak check at the end is the point: one runs, one is queued, the others are turned away; two expire. */
    @Test
    void callsThatDoNotRun_releaseTheirAttachments() throws Exception {
        RpcClient client = client(Compression.NONE, true);
        List<CompletableFuture<Attached<UserInfo>>> calls = new ArrayList<>();
        // where the machine stands still for longer than a call may take, none is sent
        while (server.rejections().getOrDefault(CallRejection.QUEUE_FULL, 0L) == 0) {
            for (int i = 0; i < 20; i++) {
                calls.add(client.callAttached(HELD, request(50_000), Duration.ofMillis(300)));
            }
            eventually("all have ended", () -> calls.stream().allMatch(CompletableFuture::isDone));
        }
        gate.open();
        eventually("the server has none", () -> server.callsInFlight() == 0);

        assertThat(calls).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(client.callAttached(HELD, request(10), TIMEOUT).get()).isEqualTo(request(10));
    }

    private static UserInfo echo(UserInfo request, CallContext call) {
        call.attach(call.attachment());
        return request;
    }

    private static Attached<UserInfo> request(int bytes) {
        return new Attached<>(Echo.user(bytes), ByteString.copyFrom(new byte[bytes]));
    }

    private RpcClient client(Compression compression, boolean checksum) {
        RpcClient client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .compression(compression)
                .checksum(checksum)
                .build();
        opened.add(client);
        return client;
    }

    private static RpcException failureOf(CompletableFuture<?> call) throws Exception {
        try {
            call.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RpcException failure) {
                return failure;
            }
        }
        throw new AssertionError("the call did not fail as it should");
    }
}
