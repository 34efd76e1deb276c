package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.transport.BufferAllocator;
import dev.multipool.rpc.protocol.transport.Transport;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import dev.multipool.rpc.server.limits.ServerLimits;
import dev.multipool.rpc.server.limits.WhenFull;
import dev.multipool.user.v1.UserInfo;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The same calls over every transport and with every kind of buffers, and event loops that are shared. */
@ExtendWith(LeakCheck.class)
class TransportIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    static Stream<TransportSettings> settings() {
        Stream<TransportSettings> transports = Stream.of(Transport.NIO, Transport.EPOLL, Transport.IO_URING)
                .filter(Transport::isAvailable)
                .map(TransportSettings.DEFAULT::withTransport);
        Stream<TransportSettings> allocators =
                Stream.of(BufferAllocator.values()).map(TransportSettings.DEFAULT::withAllocator);
        return Stream.of(
                        transports,
                        allocators,
                        Stream.of(TransportSettings.DEFAULT.withFlushesInOne(1).withTcpNoDelay(false)))
                .flatMap(each -> each);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void calls_smallAndLargeAtOnce_areAnswered(TransportSettings transport) throws Exception {
        // all answers at once, and a client that may stand still: what waits unsent is not the matter here
        RpcServer server =
                start(echoServer().transport(transport).limits(ServerLimits.DEFAULT.withMaxUnsentBytes(1 << 30)));
        RpcClient client = clientOf(server, transport);

        List<CompletableFuture<UserInfo>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(client.call(i % 2 == 0 ? Echo.BLOCKING : Echo.ASYNC, user(i), TIMEOUT));
        }

        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i).get(20, TimeUnit.SECONDS)).isEqualTo(user(i));
        }
        eventually("calls in flight end", () -> server.callsInFlight() == 0);
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
    void maxConnections_holdsOnEveryTransport(Transport transport) throws Exception {
        assumeThat(transport.isAvailable()).isTrue();
        RpcServer server = start(echoServer()
                .transport(TransportSettings.DEFAULT.withTransport(transport))
                .limits(ServerLimits.DEFAULT.withMaxConnections(1, WhenFull.WAIT)));
        RawConnection first = new RawConnection(server);
        assertThat(answerCode(first)).isZero();
        try (RawConnection second = new RawConnection(server)) {
            CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(() -> answerCode(second));
            assertThat(server.connections()).isEqualTo(1);
            assertThat(answer).isNotDone();

            first.close();

            assertThat(answer).succeedsWithin(TIMEOUT).isEqualTo(0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
    void start_onAPortInUse_isRefusedOnEveryTransport(Transport transport) throws Exception {
        assumeThat(transport.isAvailable()).isTrue();
        TransportSettings settings = TransportSettings.DEFAULT.withTransport(transport);
        int port = start(echoServer().transport(settings)).address().getPort();
        RpcServer second = echoServer().transport(settings).port(port).build();

        assertThat(CompletableFuture.supplyAsync(() -> messageOfFailedStart(second))
                        .get(20, TimeUnit.SECONDS))
                .startsWith("cannot listen on 127.0.0.1:" + port + ": Address already in use");
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
    void connect_toAPortThatNobodyListensOn_failsWithTheSameWordsOnEveryTransport(Transport transport)
            throws IOException {
        assumeThat(transport.isAvailable()).isTrue();
        RpcServer server = start(echoServer());
        int port = server.address().getPort();
        server.close();

        assertThatExceptionOfType(RpcException.class)
                .isThrownBy(() -> RpcClient.builder()
                        .target("127.0.0.1", port)
                        .transport(TransportSettings.DEFAULT.withTransport(transport))
                        .build())
                .withMessage("EFAILEDSOCKET: cannot connect to 127.0.0.1:" + port + ": Connection refused");
    }

    @Test
    void eventLoopGroup_givenByAnother_servesAndIsLeftRunning() throws Exception {
        EventLoopGroup shared = Transport.AUTO.newEventLoops(1, "shared", true);
        opened.add(() -> shared.shutdownGracefully(0, 5, TimeUnit.SECONDS).await(30, TimeUnit.SECONDS));
        CompletableFuture<String> servedBy = new CompletableFuture<>();
        RpcServer server =
                start(echoServer().eventLoopGroup(shared).direct(Echo.method("t.S", "S", "m"), (request, call) -> {
                    servedBy.complete(Thread.currentThread().getName());
                    return request;
                }));

        clientOf(server, TransportSettings.DEFAULT).callBlocking(Echo.method("t.S", "S", "m"), Echo.user(1), TIMEOUT);
        server.close();

        assertThat(servedBy.get()).startsWith("shared-");
        assertThat(shared.isShuttingDown()).isFalse();
        assertThat(shared.submit(() -> "alive").get(30, TimeUnit.SECONDS)).isEqualTo("alive");
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("rpc-io"));
    }

    @Test
    void eventLoopGroup_ofAnotherTransport_isRefusedBeforeAnythingIsMade() throws Exception {
        assumeThat(Transport.EPOLL.isAvailable()).isTrue();
        EventLoopGroup nio = Transport.NIO.newEventLoops(1, "nio", true);
        opened.add(() -> nio.shutdownGracefully(0, 5, TimeUnit.SECONDS).await(30, TimeUnit.SECONDS));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> echoServer()
                        .transport(TransportSettings.DEFAULT.withTransport(Transport.EPOLL))
                        .eventLoopGroup(nio)
                        .build())
                .withMessageContaining("expected: event loops of transport epoll");
    }

    private static String messageOfFailedStart(RpcServer server) {
        try {
            server.start();
            return "started";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static UserInfo user(int i) {
        UserInfo user = Echo.user(i);
        return i % 20 == 0 ? user.toBuilder().setEmail("x".repeat(300_000)).build() : user;
    }

    private static int answerCode(RawConnection connection) {
        try {
            connection.send(
                    RawConnection.request("test.v1.Echo", "async", 1).build(),
                    Echo.user(1).toByteArray());
            return connection.receive().getResponse().getErrorCode();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static RpcServerBuilder echoServer() {
        return RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(2)
                .pool(PoolConfig.parse("business", "fixed:threads=2,queue=1000"))
                .blocking(Echo.BLOCKING, "business", (request, call) -> request)
                .async(Echo.ASYNC, (request, call) -> CompletableFuture.completedFuture(request));
    }

    private RpcServer start(RpcServerBuilder builder) throws IOException {
        RpcServer server = builder.build();
        opened.add(() -> server.stop(Duration.ofSeconds(1)));
        server.start();
        return server;
    }

    private RpcClient clientOf(RpcServer server, TransportSettings transport) {
        RpcClient client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .connections(3)
                .transport(transport)
                .build();
        opened.add(client);
        return client;
    }
}
