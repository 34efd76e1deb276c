package dev.multipool.rpc.server.app.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.LogWatch;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.app.settings.TracingSettings;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OtlpTracesIT {
    private static final Duration SHORT = Duration.ofMillis(100);

    @Test
    void tracesWhoseCollectorIsAway_costNoAnswer_andAreGivenUpInTime() throws Exception {
        FindUserInfoResponse found =
                FindUserInfoResponse.newBuilder().setFound(true).build();
        try (LogWatch log = new LogWatch()) {
            OtlpTraces traces = OtlpTraces.open(new TracingSettings(nobody(), 1, true, "a test"), SHORT);
            try (RpcServer server = traces.server(RpcServer.builder()
                            .host("127.0.0.1")
                            .direct(UserServiceMethods.FIND_USER_INFO, (request, call) -> found))
                    .build()) {
                server.start();
                try (RpcClient client = RpcClient.builder()
                        .target("127.0.0.1", server.address().getPort())
                        .build()) {
                    assertThat(client.callBlocking(
                                    UserServiceMethods.FIND_USER_INFO,
                                    FindUserInfoRequest.getDefaultInstance(),
                                    Duration.ofSeconds(30)))
                            .isEqualTo(found);
                }
            }

            traces.close();

            assertThat(log.lines()).anyMatch(line -> line.contains("the last traces were not sent within PT0.1S"));
        }
    }

    private static URI nobody() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + free.getLocalPort() + "/v1/traces");
        }
    }
}
