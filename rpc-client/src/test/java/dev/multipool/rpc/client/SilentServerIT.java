package dev.multipool.rpc.client;

import static dev.multipool.rpc.client.Eventually.eventually;
import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.proxy.AnswerRule;
import dev.multipool.rpc.protocol.proxy.FaultProxy;
import dev.multipool.rpc.protocol.transport.Transport;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that keep a connection and answer nothing on it, and servers that are only slow. */
@Execution(ExecutionMode.CONCURRENT)
class SilentServerIT {
    private static final Duration TIMEOUT = Duration.ofMillis(200);
    private static final FindUserInfoRequest REQUEST =
            FindUserInfoRequest.newBuilder().setUserId(1).build();

    private final ScriptedRpcServer server = ScriptedRpcServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Transport.class,
            names = {"AUTO", "NIO"})
    void blackhole_ofTheOpenConnection_isLeft_forANewOne(Transport transport) throws Exception {
        try (FaultProxy proxy = new FaultProxy("127.0.0.1", server.port());
                RpcClient client = client(proxy.port(), TransportSettings.DEFAULT.withTransport(transport))) {
            assertThat(find(client).getFound()).isTrue();

            proxy.applyToOpenConnections(AnswerRule.MUTE);
            RpcException failure = failureOf(client);

            assertThat(failure.is(RpcErrorCode.ERPCTIMEDOUT)).isTrue();
            eventually("calls are served", () -> isServed(client));
            assertThat(client.reconnects()).isEqualTo(1);
            assertThat(client.droppedConnections()).isEqualTo(1);
            assertThat(client.lateAnswers()).isZero();
            assertThat(client.pendingCalls()).isZero();
        }
    }

    @Test
    void blackhole_failsLongCalls_asSoonAsAShortOneShowsIt() throws Exception {
        try (FaultProxy proxy = new FaultProxy("127.0.0.1", server.port());
                RpcClient client = client(proxy.port(), TransportSettings.DEFAULT)) {
            find(client);
            proxy.applyToOpenConnections(AnswerRule.MUTE);

            CompletableFuture<FindUserInfoResponse> patient =
                    client.call(FIND_USER_INFO, REQUEST, Duration.ofMinutes(10));
            failureOf(client);

            assertThat(patient)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withMessageContaining("EFAILEDSOCKET")
                    .withMessageContaining("lost: it is silent, and answered no probe");
        }
    }

    /** A caller who gives up by itself, before the call's deadline, is a sign too. */
    @Test
    void blackhole_isLeft_whenCallersGiveUpByThemselves() throws Exception {
        try (FaultProxy proxy = new FaultProxy("127.0.0.1", server.port());
                RpcClient client = client(proxy.port(), TransportSettings.DEFAULT)) {
            find(client);
            proxy.applyToOpenConnections(AnswerRule.MUTE);

            var unused =
                    client.call(FIND_USER_INFO, REQUEST, Duration.ofMinutes(10)).orTimeout(50, TimeUnit.MILLISECONDS);

            eventually("it is made again", () -> client.reconnects() == 1);
        }
    }

    @Test
    void serverThatAcceptsAndNeverAnswers_isTriedWithGrowingPauses_andServesOnceItAnswers() throws Exception {
        try (RpcClient client = client(server.port(), TransportSettings.DEFAULT)) {
            server.mute(true);
            eventually("a connection is dropped", () -> {
                failureOf(client);
                return client.droppedConnections() >= 2;
            });

            server.mute(false);

            eventually("calls are served", () -> isServed(client));
        }
    }

    @Test
    void serverThatNeverReads_isLeft() throws Exception {
        try (ServerSocket backlog = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                RpcClient client = client(backlog.getLocalPort(), TransportSettings.DEFAULT)) {
            eventually("a connection is dropped", () -> {
                failureOf(client);
                return client.droppedConnections() >= 1;
            });
        }
    }

    @Test
    void slowHandler_withCallsThatTimeOutOneAfterTheOther_keepsItsConnection() throws Exception {
        // the server's answer to a probe must not come too late
        Duration silence = Duration.ofSeconds(2);
        try (RpcClient client = builder(server.port()).silenceTimeout(silence).build()) {
            server.always(Step.silence());
            CompletableFuture<FindUserInfoResponse> patient =
                    client.call(FIND_USER_INFO, REQUEST, Duration.ofMinutes(10));
            eventually("it was doubted, and answered", () -> {
                failureOf(client);
                return server.probeCount() >= 1;
            });

            server.always(Step.answer());

            assertThat(find(client).getFound()).isTrue();
            assertThat(patient).isNotDone();
            assertThat(client.reconnects()).isZero();
            assertThat(client.droppedConnections()).isZero();
            assertThat(client.lateAnswers()).isZero();
        }
    }

    @Test
    void slowHandler_whoseCallersHaveTime_keepsItsConnection() throws Exception {
        try (RpcClient client = client(server.port(), TransportSettings.DEFAULT)) {
            server.enqueue(Step.after(Duration.ofMillis(1_200), Step.answer()));

            FindUserInfoResponse late = client.callBlocking(FIND_USER_INFO, REQUEST, Duration.ofMinutes(1));

            assertThat(late.getFound()).isTrue();
            assertThat(client.reconnects()).isZero();
        }
    }

    private static RpcClient client(int port, TransportSettings transport) {
        return builder(port).transport(transport).build();
    }

    private static RpcClient.Builder builder(int port) {
        return RpcClient.builder()
                .target("127.0.0.1", port)
                .defaultTimeout(TIMEOUT)
                .silenceTimeout(Duration.ofMillis(500))
                .reconnectBackoff(Duration.ofMillis(20), Duration.ofMillis(200));
    }

    private static FindUserInfoResponse find(RpcClient client) throws InterruptedException {
        return client.callBlocking(FIND_USER_INFO, REQUEST, Duration.ofSeconds(20));
    }

    private static RpcException failureOf(RpcClient client) {
        return catchThrowableOfType(RpcException.class, () -> client.callBlocking(FIND_USER_INFO, REQUEST, TIMEOUT));
    }

    private static boolean isServed(RpcClient client) {
        return failureOf(client) == null;
    }
}
