package dev.multipool.rpc.client;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;

import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A client in a process of its own, whose limits are its own too. It is told what to do by lines and answers each with one:
 * {@code call} for one call, {@code squeeze MILLIS} for calls while its heap is full.
 */
final class SqueezedClient {
    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final FindUserInfoRequest USER_1 =
            FindUserInfoRequest.newBuilder().setUserId(1).build();
    private static final int MOST_CALLS = 20_000;
    private static final int SMALLEST_BLOCK = 128;
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final RpcClient client;

    private SqueezedClient(int port) {
        this.client = RpcClient.builder()
                .target("127.0.0.1", port)
                .connections(2)
                .connectTimeout(Duration.ofSeconds(5))
                .reconnectBackoff(Duration.ofMillis(10), Duration.ofMillis(100))
                .build();
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        SqueezedClient squeezed = new SqueezedClient(Integer.parseInt(args[0]));
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("connected");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            System.out.println(
                    order.equals("call") ? squeezed.call() : squeezed.squeeze(Long.parseLong(order.split(" ", -1)[1])));
        }
    }

    private String call() throws InterruptedException {
        try {
            client.callBlocking(FIND_USER_INFO, USER_1, TIMEOUT);
            return "answered";
        } catch (RpcException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Tells how many calls began, how many of them never ended, and how many slots are still taken. */
    private String squeeze(long millis) throws InterruptedException {
        @Nullable CompletableFuture<?>[] calls = new @Nullable CompletableFuture<?>[MOST_CALLS];
        Thread hog = new Thread(() -> hold(millis), "hog");
        hog.start();
        int begun = 0;
        while (begun < MOST_CALLS && (hog.isAlive() || begun < 100)) {
            try {
                calls[begun] = client.call(FIND_USER_INFO, USER_1, TIMEOUT);
                begun++;
            } catch (OutOfMemoryError e) {
                // it did not begin: its caller knows
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            if (begun % 50 == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
        }
        hog.join();
        long before = System.nanoTime();
        while (System.nanoTime() - before < SETTLE_NANOS && unfinished(calls, begun) + client.pendingCalls() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        return "begun " + begun + ", never ended " + unfinished(calls, begun) + ", slots taken "
                + client.pendingCalls();
    }

    private static int unfinished(CompletableFuture<?>[] calls, int begun) {
        int unfinished = 0;
        for (int i = 0; i < begun; i++) {
            if (!calls[i].isDone()) {
                unfinished++;
            }
        }
        return unfinished;
    }

    /** Fills the heap to the last few bytes, keeps it so, and gives it back. */
    private static void hold(long millis) {
        @Nullable Object[] last = null;
        for (int bytes = 1 << 20; bytes >= SMALLEST_BLOCK; ) {
            try {
                last = new @Nullable Object[] {last, new byte[bytes]};
            } catch (OutOfMemoryError e) {
                bytes /= 2;
            }
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        if (last == null) {
            throw new AssertionError("nothing was held");
        }
    }
}
