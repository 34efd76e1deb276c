package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** As many users as threads and no queue: who has an answer finds the thread that gave it free. */
@ExtendWith(LeakCheck.class)
class ClosedLoopIT {
    private static final int CALLS = 1_000;
    private static final int MANY_CALLS = 100_000;

    static Stream<Arguments> crowds() {
        return Stream.of(
                Arguments.of(1, "fixed:threads=1"),
                Arguments.of(8, "fixed:threads=8"),
                Arguments.of(8, "cached:core=0,max=8"));
    }

    @ParameterizedTest
    @MethodSource("crowds")
    void usersAsManyAsThreads_areNeverRejectedWithoutAQueue(int users, String spec) throws Exception {
        assertNoneRejected(users, spec, CALLS);
    }

    @ParameterizedTest
    @MethodSource("crowds")
    @Tag("full")
    void usersAsManyAsThreads_thatGoOnAndOn_areNeverRejectedWithoutAQueue(int users, String spec) throws Exception {
        assertNoneRejected(users, spec, MANY_CALLS);
    }

    private static void assertNoneRejected(int users, String spec, int calls) throws Exception {
        try (RpcServer server = RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(2)
                .pool(PoolConfig.parse("business", spec))
                .blocking(Echo.BLOCKING, "business", (request, call) -> request)
                .build()) {
            server.start();
            try (RpcClient client = RpcClient.builder()
                    .target("127.0.0.1", server.address().getPort())
                    .connections(2)
                    .build()) {
                Users crowd = new Users(client, users, calls);
                crowd.run();

                assertThat(crowd.failure).hasNullValue();
                assertThat(server.rejections().values()).containsOnly(0L);
                assertThat(server.pool("business").snapshot().arrivals()).isEqualTo(calls);
            }
        }
    }

    /** Each sends its next call when it has the answer to its last one, from the thread that brings the answer. */
    private static final class Users {
        private final RpcClient client;
        private final CountDownLatch left;
        private final int most;
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        Users(RpcClient client, int users, int most) {
            this.client = client;
            this.left = new CountDownLatch(users);
            this.most = most;
        }

        void run() throws InterruptedException {
            for (long i = left.getCount(); i > 0; i--) {
                next();
            }
            assertThat(left.await(100, TimeUnit.SECONDS)).isTrue();
        }

        private void next() {
            if (calls.incrementAndGet() > most || failure.get() != null) {
                left.countDown();
                return;
            }
            var unused = client.call(Echo.BLOCKING, Echo.user(1), Duration.ofSeconds(20))
                    .whenComplete((answer, thrown) -> {
                        if (thrown != null) {
                            failure.compareAndSet(null, thrown);
                        }
                        next();
                    });
        }
    }
}
