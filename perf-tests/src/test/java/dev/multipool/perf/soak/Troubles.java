package dev.multipool.perf.soak;

import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import dev.multipool.user.v1.FindUserInfoRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What goes wrong meanwhile: connections that send calls, some of them cut in the middle, and are reset before the answers
 * are there; and a Redis that is ended and comes back empty of connections, with its data written anew.
 */
final class Troubles implements AutoCloseable {
    private static final long SEED = 7;
    private static final int MOST_CALLS = 20;
    private static final long MOST_PAUSE_MILLIS = 100;
    private static final Duration REDIS_AWAY = Duration.ofSeconds(1);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final long users;
    private final AtomicInteger resets = new AtomicInteger();
    private final AtomicInteger restarts = new AtomicInteger();
    private final AtomicInteger closedFirst = new AtomicInteger();
    private volatile boolean going = true;
    private Thread resetting = new Thread("not begun");
    private Thread restarting = new Thread("not begun");
    private RunningRedis redis;

    Troubles(long users) {
        this.users = users;
        this.redis = openRedis(0);
    }

    RunningRedis redis() {
        return redis;
    }

    int resets() {
        return resets.get();
    }

    /** Connections that could not be made, or that the server closed before they were reset. */
    int closedFirst() {
        return closedFirst.get();
    }

    int restarts() {
        return restarts.get();
    }

    void begin(int port, Duration betweenRestarts) {
        resetting = new Thread(() -> repeat(() -> reset(port)), "soak-resets");
        restarting = new Thread(() -> repeat(() -> restart(betweenRestarts)), "soak-restarts");
        resetting.start();
        restarting.start();
    }

    private void repeat(Trouble trouble) {
        while (going) {
            try {
                trouble.make();
            } catch (IOException e) {
                // the server may be the first to close
                closedFirst.incrementAndGet();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void reset(int port) throws IOException, InterruptedException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            // close() then sends a reset
            socket.setSoLinger(true, 0);
            int calls = 1 + random.nextInt(MOST_CALLS);
            for (int i = 1; i <= calls; i++) {
                byte[] frame = call(i);
                boolean cut = i == calls && random.nextBoolean();
                socket.getOutputStream().write(frame, 0, cut ? frame.length / 2 : frame.length);
            }
            Thread.sleep(random.nextLong(MOST_PAUSE_MILLIS));
        }
        resets.incrementAndGet();
    }

    private byte[] call(long correlationId) {
        RpcMeta meta = RpcMeta.newBuilder()
                .setRequest(RpcRequestMeta.newBuilder()
                        .setServiceName("multipool.user.v1.UserService")
                        .setMethodName("findUserInfo"))
                .setCorrelationId(correlationId)
                .build();
        ByteBuf frame = FrameEncoder.encode(
                UnpooledByteBufAllocator.DEFAULT,
                meta,
                FindUserInfoRequest.newBuilder()
                        .setUserId(1 + random.nextLong(users))
                        .build());
        try {
            return ByteBufUtil.getBytes(frame);
        } finally {
            frame.release();
        }
    }

    private void restart(Duration between) throws InterruptedException {
        Thread.sleep(between.toMillis());
        // its process needs descriptors of this one
        synchronized (this) {
            int port = redis.uri().getPort();
            redis.close();
            Thread.sleep(REDIS_AWAY.toMillis());
            redis = openRedis(port);
        }
        restarts.incrementAndGet();
    }

    private RunningRedis openRedis(int port) {
        RunningRedis opened = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.EMBEDDED)
                .port(port)
                .build());
        new UserSeeder(RedisSettings.of(opened.uri())).seed(users, SEED, progress -> {});
        return opened;
    }

    /** No further trouble; the Redis runs on. */
    void end() throws InterruptedException {
        going = false;
        for (Thread thread : new Thread[] {resetting, restarting}) {
            // a restart that has begun is brought to its end
            if (thread == resetting) {
                thread.interrupt();
            }
            thread.join();
        }
    }

    @Override
    public void close() {
        redis.close();
    }

    @FunctionalInterface
    private interface Trouble {
        void make() throws IOException, InterruptedException;
    }
}
