package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.pools.FanOut;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Pools that wait for each other's tasks: what handlers see of them, in which order they stop, what is refused. */
@ExtendWith(LeakCheck.class)
class ServerPoolsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Test
    void build_ofPoolsThatWaitInACycle_isRefusedWithTheChain() {
        RpcServerBuilder cycle = pools().waits("outer", "inner").waits("inner", "outer");
        RpcServerBuilder itself = pools().waits("outer", "outer");

        assertThatIllegalArgumentException().isThrownBy(cycle::build).withMessageContaining("outer -> inner -> outer");
        assertThatIllegalArgumentException().isThrownBy(itself::build).withMessageContaining("outer -> outer");
    }

    @Test
    void build_ofAWaitForAnUnknownPool_namesTheWait() {
        assertThatIllegalArgumentException()
                .isThrownBy(pools().waits("outer", "iner")::build)
                .withMessage("waits: outer -> iner: no pool iner (expected: one of [inner, outer])");
    }

    @Test
    void stop_whileACallIsAboutToFanOut_letsItsSubtasksRun() throws Exception {
        Gate gate = new Gate();
        RpcServer server = pools().waits("outer", "inner")
                .blocking(Echo.BLOCKING, "outer", (request, call) -> {
                    gate.enter();
                    List<Callable<Long>> subtasks = List.of(request::getId);
                    return Echo.user(FanOut.on(call.pool("inner"))
                            .join(subtasks, call.remaining())
                            .get(0));
                })
                .build();
        server.start();
        try (RpcClient client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .build()) {
            CompletableFuture<?> call = client.call(Echo.BLOCKING, Echo.user(7), TIMEOUT);
            gate.awaitEntered(1);

            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> server.stop(TIMEOUT));
            eventually("the server stops", () -> server.state() == RpcServer.State.STOPPING);
            gate.open();

            assertThat(call.get(30, TimeUnit.SECONDS)).isEqualTo(Echo.user(7));
            assertThat(drained.get(30, TimeUnit.SECONDS)).isTrue();
            eventually("the pools have ended", () -> server.pools().stream().allMatch(MeasuredPool::isTerminated));
        }
    }

    @Test
    void direct_runsTheHandlerOnTheEventLoop() throws Exception {
        try (RpcServer server = pools().direct(Echo.BLOCKING, (request, call) -> request.toBuilder()
                        .setName(Thread.currentThread().getName())
                        .build())
                .build()) {
            server.start();
            try (RpcClient client = RpcClient.builder()
                    .target("127.0.0.1", server.address().getPort())
                    .build()) {
                assertThat(client.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT)
                                .getName())
                        .startsWith("rpc-io");
            }
        }
    }

    private static RpcServerBuilder pools() {
        return RpcServer.builder()
                .host("127.0.0.1")
                .pool(PoolConfig.parse("inner", "fixed:threads=1,queue=10"))
                .pool(PoolConfig.parse("outer", "fixed:threads=1,queue=10"));
    }
}
