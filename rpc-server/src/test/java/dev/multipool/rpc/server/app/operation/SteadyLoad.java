package dev.multipool.rpc.server.app.operation;

import static dev.multipool.rpc.client.Eventually.eventually;

import com.google.protobuf.Message;
import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.app.ServiceOnRedis;
import dev.multipool.rpc.server.app.UserService;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.LoggerFactory;

/** A few hundred calls per second of both kinds, until it is closed; the next one does not wait for the last. */
final class SteadyLoad implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long FIND_USER_INFO_MICROS = 5_000;
    private static final long QUERY_ITEMS_MICROS = 20_000;

    private final ScheduledExecutorService schedule = new ScheduledThreadPoolExecutor(1);
    private final LongAdder answers = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final RpcClient client;

    private SteadyLoad(RpcClient client) {
        this.client = client;
    }

    static SteadyLoad on(UserService service) {
        SteadyLoad load = new SteadyLoad(ServiceOnRedis.clientOf(service));
        load.every(
                FIND_USER_INFO_MICROS,
                UserServiceMethods.FIND_USER_INFO,
                FindUserInfoRequest.newBuilder().setUserId(1).build());
        load.every(
                QUERY_ITEMS_MICROS,
                ItemServiceMethods.QUERY_ITEMS,
                QueryItemsRequest.newBuilder()
                        .addAllItemIds(List.of(1L, 2L, 3L, 4L, 5L))
                        .build());
        return load;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // counted, and ended with the schedule
    private <Q extends Message, A extends Message> void every(long micros, RpcMethod<Q, A> method, Q request) {
        schedule.scheduleAtFixedRate(() -> call(method, request), 0, micros, TimeUnit.MICROSECONDS);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // counted
    private <Q extends Message, A extends Message> void call(RpcMethod<Q, A> method, Q request) {
        client.call(method, request, TIMEOUT).whenComplete((answer, failure) -> {
            if (failure == null) {
                answers.increment();
            } else {
                failures.increment();
                LoggerFactory.getLogger(SteadyLoad.class).debug("call failed", failure);
            }
        });
    }

    long answers() {
        return answers.sum();
    }

    long failures() {
        return failures.sum();
    }

    @Override
    public void close() {
        schedule.shutdownNow();
        eventually("the load ends", schedule::isTerminated);
        client.close();
    }
}
