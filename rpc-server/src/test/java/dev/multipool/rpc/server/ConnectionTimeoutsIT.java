package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.connection.ConnectionEnd;
import dev.multipool.rpc.server.connection.ConnectionTimeouts;
import dev.multipool.rpc.server.limits.ServerLimits;
import dev.multipool.rpc.server.limits.WhenFull;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that get nowhere are closed in time, each for its reason; those that get somewhere are not. */
@ExtendWith(LeakCheck.class)
class ConnectionTimeoutsIT {
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration KEPT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int PLACES = 5;
    private static final RpcMethod<UserInfo, UserInfo> LARGE = Echo.method("test.v1.Echo", "Echo", "large");

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Gate gate = new Gate();
    private NanoClock clock = NanoClock.system();

    @AfterEach
    void closeAll() throws Exception {
        gate.open();
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    void frameThatStops_endsTheConnectionWhileOthersAreServed() throws Exception {
        RpcServer server = start(new ConnectionTimeouts(SHORT, LONG, LONG));
        RpcClient good = client(server);
        try (RawConnection bad = new RawConnection(server)) {
            bad.send(new byte[] {'P', 'R', 'P', 'C', 0});

            assertThat(bad.isClosedByServer()).isTrue();
        }
        assertEnded(server, ConnectionEnd.UNFINISHED_FRAME);
        assertThat(good.callBlocking(Echo.ASYNC, Echo.user(1), LONG)).isEqualTo(Echo.user(1));
        assertThat(good.reconnects()).isZero();
    }

    @Test
    void frameThatTrickles_endsTheConnection() throws Exception {
        RpcServer server = start(new ConnectionTimeouts(SHORT, LONG, LONG));
        try (RawConnection bad = new RawConnection(server)) {
            bad.send(new byte[] {'P', 'R', 'P', 'C', 0, 0, 1, 0, 0, 0, 0, 0});
            for (int i = 0; i < 250 && endsOf(server, ConnectionEnd.UNFINISHED_FRAME) == 0; i++) {
                try {
                    bad.send(new byte[] {0});
                } catch (SocketException e) {
                    break;
                }
                Thread.sleep(20);
            }
        }
        assertEnded(server, ConnectionEnd.UNFINISHED_FRAME);
    }

    @Test
    void peerThatReadsNoAnswers_losesItsConnection() throws Exception {
        RpcServer server = start(new ConnectionTimeouts(LONG, SHORT, LONG));
        try (RawConnection bad = new RawConnection(server)) {
            // one after the other: calls that arrive together are refused once the first answer waits unsent, and what
            // is left then fits the system's buffers
            boolean taken = true;
            for (int i = 0; i < 500 && taken && endsOf(server, ConnectionEnd.UNREAD_ANSWER) == 0; i++) {
                taken = sends(bad, i);
                Thread.sleep(2);
            }
            eventually("the connection is gone", () -> server.connections() == 0);
        }
        assertEnded(server, ConnectionEnd.UNREAD_ANSWER);
    }

    @Test
    void idleConnection_isClosed() throws Exception {
        RpcServer server = start(new ConnectionTimeouts(LONG, LONG, SHORT));
        try (RawConnection idle = new RawConnection(server)) {
            assertThat(idle.isClosedByServer()).isTrue();
        }
        assertEnded(server, ConnectionEnd.IDLE);
    }

    @ParameterizedTest
    @EnumSource(WhenFull.class)
    void silentConnections_whenTheDoorIsFull_makeRoom(WhenFull whenFull) throws Exception {
        try (LogWatch log = new LogWatch()) {
            RpcServer server = start(
                    new ConnectionTimeouts(LONG, LONG, LONG, SHORT),
                    ServerLimits.DEFAULT.withMaxConnections(PLACES, whenFull));
            for (int i = 0; i < PLACES - 1; i++) {
                opened.add(new RawConnection(server));
            }
            try (RawConnection bad = new RawConnection(server)) {
                bad.send(new byte[] {'P', 'R', 'P', 'C', 0});

                eventually("they are closed", () -> endsOf(server, ConnectionEnd.NO_FIRST_CALL) > 0);
            }
            RpcClient good = clientBeforeLong(server);
            assertThat(good.callBlocking(Echo.ASYNC, Echo.user(1), LONG)).isEqualTo(Echo.user(1));
            assertThat(log.lines())
                    .anyMatch(line -> line.contains("as many connections are open as may be, " + PLACES));
        }
    }

    /** Who has called is known, however long ago; and a client may connect long before it calls. */
    @Test
    void silentConnections_areKept_whenTheyHaveCalledOrTheDoorIsNotFull() throws Exception {
        RpcServer server = start(
                new ConnectionTimeouts(LONG, LONG, LONG, SHORT),
                ServerLimits.DEFAULT.withMaxConnections(2, WhenFull.WAIT));
        RpcClient first = client(server);
        Thread.sleep(3 * SHORT.toMillis());
        assertThat(first.callBlocking(Echo.ASYNC, Echo.user(1), LONG)).isEqualTo(Echo.user(1));
        RpcClient second = client(server);
        assertThat(second.callBlocking(Echo.ASYNC, Echo.user(2), LONG)).isEqualTo(Echo.user(2));
        Thread.sleep(3 * SHORT.toMillis());

        assertThat(first.reconnects() + second.reconnects()).isZero();
        assertThat(server.connectionEnds().values()).containsOnly(0L);
    }

    /** Its time passes with its calls, so that a machine that stands still takes none away. */
    @Test
    void connectionsThatGetSomewhere_areKept() throws Exception {
        AtomicLong nanos = new AtomicLong();
        clock = nanos::get;
        RpcServer server = start(new ConnectionTimeouts(KEPT, KEPT, LONG));
        RpcClient client = client(server);
        CompletableFuture<UserInfo> slow = client.call(Echo.BLOCKING, Echo.user(1), LONG);
        gate.awaitEntered(1);

        for (int i = 0; nanos.get() < 3 * KEPT.toNanos(); i++) {
            assertThat(client.callBlocking(LARGE, Echo.user(i), LONG).getEmail())
                    .hasSize(1 << 20);
            nanos.addAndGet(KEPT.toNanos() / 10);
            Thread.sleep(20);
        }
        gate.open();

        assertThat(slow.get(30, TimeUnit.SECONDS)).isEqualTo(Echo.user(1));
        assertThat(client.reconnects()).isZero();
        assertThat(server.connectionEnds().values()).containsOnly(0L);
    }

    @Test
    void timeouts_tooShortToBeLookedAt_orTooLongToBeCounted_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConnectionTimeouts(LONG, Duration.ofMillis(9), LONG))
                .withMessage("answer: PT0.009S (expected: >= PT0.01S, <= PT168H)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConnectionTimeouts(LONG, LONG, Duration.ofMinutes(999_999_999)))
                .withMessage("idle: PT16666666H39M (expected: >= PT0.01S, <= PT168H)");
    }

    private static boolean sends(RawConnection connection, int call) throws IOException {
        try {
            connection.send(
                    RawConnection.request("test.v1.Echo", "large", call).build(),
                    Echo.user(call).toByteArray());
            return true;
        } catch (SocketException e) {
            return false;
        }
    }

    private static void assertEnded(RpcServer server, ConnectionEnd reason) {
        eventually("the end is counted", () -> endsOf(server, reason) == 1);
        assertThat(server.connectionEnds().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(1);
    }

    private static long endsOf(RpcServer server, ConnectionEnd reason) {
        return Objects.requireNonNull(server.connectionEnds().get(reason));
    }

    private RpcServer start(ConnectionTimeouts timeouts) throws IOException {
        return start(timeouts, ServerLimits.DEFAULT);
    }

    private RpcServer start(ConnectionTimeouts timeouts, ServerLimits limits) throws IOException {
        RpcServer server = RpcServer.builder()
                .limits(limits)
                .clock(clock)
                .host("127.0.0.1")
                .eventLoops(1)
                .connectionTimeouts(timeouts)
                .pool(PoolConfig.parse("business", "fixed:threads=2,queue=100"))
                .blocking(Echo.BLOCKING, "business", (request, call) -> {
                    gate.enter();
                    return request;
                })
                .direct(Echo.ASYNC, (request, call) -> request)
                .direct(LARGE, (request, call) -> request.toBuilder()
                        .setEmail("x".repeat(1 << 20))
                        .build())
                .build();
        opened.add(() -> server.stop(Duration.ofSeconds(1)));
        server.start();
        return server;
    }

    /** Who is refused connects again: places become free one after the other. */
    private RpcClient clientBeforeLong(RpcServer server) {
        List<RpcClient> made = new ArrayList<>();
        eventually("a client finds a place", () -> {
            try {
                RpcClient client = client(server);
                client.callBlocking(Echo.ASYNC, Echo.user(0), LONG);
                return made.add(client);
            } catch (RpcException e) {
                return false;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        return made.get(0);
    }

    private RpcClient client(RpcServer server) {
        RpcClient client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .build();
        opened.add(client);
        return client;
    }
}
