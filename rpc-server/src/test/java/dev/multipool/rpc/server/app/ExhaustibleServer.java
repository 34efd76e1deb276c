package dev.multipool.rpc.server.app;

import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolState;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A server on the library whose handler takes its time for the user {@link #SLOW} and fills the heap for {@link #HOG}. Its items tell how it is:
 * threads, tasks in service, tasks that wait, calls in flight but for the one that asks, and the pool's threads that live.
 */
final class ExhaustibleServer {
    static final long HOG = -1;
    static final long HOG_AND_FAIL = -2;
    static final long SLOW = 2;
    static final int THREADS = 4;

    private static final int SMALLEST_BLOCK = 128;
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private ExhaustibleServer() {}

    public static void main(String[] args) throws IOException {
        AtomicReference<@Nullable RpcServer> self = new AtomicReference<>();
        RpcServer server = RpcServer.builder()
                .host("127.0.0.1")
                .port(0)
                .pool(PoolConfig.parse("business", "fixed:threads=" + THREADS + ",queue=100"))
                .blocking(UserServiceMethods.FIND_USER_INFO, "business", (request, call) -> find(request.getUserId()))
                .direct(ItemServiceMethods.QUERY_ITEMS, (request, call) -> state(Objects.requireNonNull(self.get())))
                .build();
        self.set(server);
        server.start();
        System.out.println("listening on 127.0.0.1:" + server.address().getPort());
    }

    private static QueryItemsResponse state(RpcServer server) {
        PoolState pool = server.pool("business").snapshot().state();
        QueryItemsResponse.Builder figures = QueryItemsResponse.newBuilder();
        for (long figure :
                new long[] {pool.threads(), pool.active(), pool.queueDepth(), server.callsInFlight() - 1, living()}) {
            figures.addItems(Item.newBuilder().setId(figure));
        }
        return figures.build();
    }

    /** Counted by the JVM and not by the pool. */
    private static long living() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("business"))
                .count();
    }

    private static FindUserInfoResponse find(long userId) {
        if (userId == SLOW) {
            LockSupport.parkNanos(SLOW_NANOS);
        } else if (userId < 0) {
            hog();
            if (userId == HOG_AND_FAIL) {
                throw new OutOfMemoryError("as asked");
            }
        }
        return FindUserInfoResponse.newBuilder().setFound(true).build();
    }

    /** Fills the heap to the last few bytes, keeps it so, and gives it back. */
    private static void hog() {
        @Nullable Object[] last = null;
        for (int bytes = 1 << 20; bytes >= SMALLEST_BLOCK; ) {
            try {
                last = new @Nullable Object[] {last, new byte[bytes]};
            } catch (OutOfMemoryError e) {
                bytes /= 2;
            }
        }
        LockSupport.parkNanos(HELD_NANOS);
        if (last == null) {
            throw new AssertionError("nothing was held");
        }
    }
}
