package dev.multipool.perf.soak;

import com.google.protobuf.AbstractParser;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.Hostility;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.observe.ClientCallObserver;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A server and a client, in this process too, whose every callback throws when it is told to. */
@SuppressWarnings("EnumOrdinal") // the number travels within this process
final class HostileService implements AutoCloseable {
    private static final int THREADS = 2;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final String POOL = "hostile";

    private final RpcServer server;
    private final RpcClient client;
    private volatile @Nullable Hostility observing;

    HostileService() throws IOException {
        server = RpcServer.builder()
                .host("127.0.0.1")
                .port(0)
                .pool(PoolConfig.parse(POOL, "fixed:threads=" + THREADS + ",queue=100"))
                .blocking(UserServiceMethods.FIND_USER_INFO, POOL, (request, call) -> find(request.getUserId()))
                .async(ItemServiceMethods.QUERY_ITEMS, (request, call) -> query(request.getItemIdsList()))
                .build();
        server.start();
        startThreads(server.pool(POOL));
        client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .connections(1)
                .observer((method, host, port) -> observed())
                .build();
    }

    /** A pool starts a thread when a task needs one, and two tasks of a short soak may never meet: so these wait for each other. */
    private static void startThreads(MeasuredPool pool) {
        CountDownLatch allAreThere = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            pool.execute(() -> {
                allAreThere.countDown();
                try {
                    allAreThere.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    RpcServer server() {
        return server;
    }

    RpcClient client() {
        return client;
    }

    /** A call that does its harm somewhere on its way; how it ends is not told, that it does is to be seen. */
    CompletableFuture<?> harm(SplittableRandom random) {
        Hostility hostility = Hostility.values()[random.nextInt(Hostility.values().length)];
        return switch (random.nextInt(6)) {
            case 0 -> call(1 + hostility.ordinal());
            case 1 ->
                client.call(
                        ItemServiceMethods.QUERY_ITEMS,
                        QueryItemsRequest.newBuilder()
                                .addItemIds(random.nextInt(2))
                                .addItemIds(hostility.ordinal())
                                .build(),
                        TIMEOUT);
            case 2 -> client.call(parsedBy(hostility), request(0), TIMEOUT);
            case 3 -> continuedBy(hostility);
            case 4 -> observedBy(hostility);
            default -> {
                server.pool(POOL).execute(hostility::strike);
                client.connection(0).eventLoop().execute(hostility::strike);
                yield call(0);
            }
        };
    }

    /** A call without harm. */
    CompletableFuture<FindUserInfoResponse> call() {
        return call(0);
    }

    /** Whether everything is back, and the pool has its threads. */
    boolean isWhole() {
        MeasuredPool pool = server.pool(POOL);
        return server.callsInFlight() == 0
                && client.pendingCalls() == 0
                && pool.snapshot().state().inFlight() == 0
                && pool.snapshot().state().threads() == THREADS;
    }

    @Override
    public String toString() {
        return "fault in what was made to fail: " + server.callsInFlight() + " calls in flight, "
                + client.pendingCalls() + " calls of the client, "
                + server.pool(POOL).snapshot().state() + ", expected " + THREADS + " threads";
    }

    private CompletableFuture<FindUserInfoResponse> call(long userId) {
        return client.call(UserServiceMethods.FIND_USER_INFO, request(userId), TIMEOUT);
    }

    /** The call itself: what the JDK derives from it never ends with an exception that can't be printed. */
    private CompletableFuture<?> continuedBy(Hostility hostility) {
        CompletableFuture<?> call = call(0);
        try {
            var unused = call.thenApply(answer -> hostility.strike());
        } catch (Throwable t) {
            // the call had ended: the JDK ran the continuation here, and could not wrap what it threw
            return call;
        }
        return call;
    }

    private CompletableFuture<?> observedBy(Hostility hostility) {
        observing = hostility;
        try {
            return call(0);
        } finally {
            observing = null;
        }
    }

    private ClientCallObserver.@Nullable ObservedCall observed() {
        Hostility hostility = observing;
        if (hostility == null) {
            return null;
        }
        return new ClientCallObserver.ObservedCall() {
            @Override
            public void addTo(RpcMeta.Builder request) {
                hostility.strike();
            }

            @Override
            public void ended(@Nullable Throwable failure) {
                hostility.strike();
            }
        };
    }

    private static FindUserInfoResponse find(long userId) {
        return userId == 0 ? FindUserInfoResponse.getDefaultInstance() : Hostility.values()[(int) userId - 1].strike();
    }

    private static CompletableFuture<QueryItemsResponse> query(List<Long> ids) {
        Hostility hostility = Hostility.values()[ids.get(1).intValue()];
        return ids.get(0) == 0 ? hostility.strike() : failed(hostility);
    }

    /** Not by supplyAsync: the JDK's never ends with an exception that can't be printed. */
    private static CompletableFuture<QueryItemsResponse> failed(Hostility hostility) {
        try {
            return hostility.strike();
        } catch (Throwable t) {
            return CompletableFuture.failedFuture(t);
        }
    }

    private static FindUserInfoRequest request(long userId) {
        return FindUserInfoRequest.newBuilder().setUserId(userId).build();
    }

    private static RpcMethod<FindUserInfoRequest, FindUserInfoResponse> parsedBy(Hostility hostility) {
        RpcMethod<FindUserInfoRequest, FindUserInfoResponse> plain = UserServiceMethods.FIND_USER_INFO;
        return new RpcMethod<>(
                plain.serviceName(),
                plain.shortServiceName(),
                plain.methodName(),
                plain.requestParser(),
                new AbstractParser<>() {
                    @Override
                    public FindUserInfoResponse parsePartialFrom(
                            CodedInputStream input, ExtensionRegistryLite extensions) {
                        return hostility.strike();
                    }
                });
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
