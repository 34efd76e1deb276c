package dev.multipool.rpc.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server whose handlers wait until the test lets them go, with a client. */
public final class WatchedServer implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final CountDownLatch open = new CountDownLatch(1);
    private final RpcServer server;
    private final RpcClient client;
    private final List<CompletableFuture<FindUserInfoResponse>> calls = new ArrayList<>();

    public WatchedServer(String spec) throws IOException {
        server = RpcServer.builder()
                .host("127.0.0.1")
                .pool(PoolConfig.parse("business", spec))
                // every call is kept: how long one takes is up to the machine
                .slowCall(Duration.ofNanos(1))
                .blocking(UserServiceMethods.FIND_USER_INFO, "business", (request, call) -> {
                    assertThat(open.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                            .isTrue();
                    return FindUserInfoResponse.getDefaultInstance();
                })
                .build();
        server.start();
        client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .build();
    }

    public RpcServer server() {
        return server;
    }

    /** Sends calls and does not wait for them. */
    public void send(int count) {
        for (int i = 0; i < count; i++) {
            calls.add(client.call(
                    UserServiceMethods.FIND_USER_INFO,
                    FindUserInfoRequest.newBuilder().setUserId(i).build(),
                    TIMEOUT));
        }
    }

    /** Lets the handlers go and waits for what they answer. */
    public void finish() {
        open.countDown();
        calls.forEach(call -> call.handle((response, failure) -> 0).join());
    }

    @Override
    public void close() {
        finish();
        client.close();
        server.close();
    }
}
