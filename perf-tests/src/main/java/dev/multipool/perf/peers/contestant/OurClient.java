package dev.multipool.perf.peers.contestant;

import dev.multipool.rpc.client.RpcClient;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Our own client; each call carries a deadline. */
final class OurClient implements PeerClient {
    private static final Duration TIMEOUT = Duration.ofMillis(RedisBytes.TIMEOUT_MILLIS + 1_000);

    private final RpcClient client;

    OurClient(int port) {
        client = RpcClient.builder()
                .target("127.0.0.1", port)
                .connections(CONNECTIONS)
                .eventLoops(1)
                .build();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the reply is its end
    public void find(int user, FindUserInfoRequest request, Reply reply) {
        client.connection(user % CONNECTIONS)
                .call(UserServiceMethods.FIND_USER_INFO, request, TIMEOUT)
                .whenComplete((response, failure) -> {
                    if (response == null) {
                        reply.failed(String.valueOf(failure));
                    } else {
                        reply.answered(response);
                    }
                });
    }

    @Override
    public void execute(Runnable task) {
        client.connection(0).eventLoop().execute(task);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the task is its end
    public void schedule(Runnable task, long delayNanos) {
        client.connection(0).eventLoop().schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        client.close();
    }
}
