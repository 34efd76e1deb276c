package dev.multipool.bench.generator;

import com.google.protobuf.Message;
import dev.multipool.bench.baidustd.BaiduStd;
import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.rpc.client.Attached;
import dev.multipool.rpc.client.RpcChannel;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A connection without a server: the test answers; what is scheduled is kept, and runs when the test says so. */
final class ManualConnection extends ScheduledThreadPoolExecutor implements Connection, RpcChannel {
    final Deque<Long> askedIds = new ArrayDeque<>();
    final Deque<Runnable> scheduled = new ArrayDeque<>();
    final Deque<Duration> delays = new ArrayDeque<>();
    private final Function<Long, CompletableFuture<? extends Message>> server;

    ManualConnection(Function<Long, CompletableFuture<? extends Message>> server) {
        super(0);
        this.server = server;
    }

    @Override
    @SuppressWarnings("unchecked") // the test answers findUserInfo with its own response type
    public <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout) {
        long userId = ((FindUserInfoRequest) request).getUserId();
        askedIds.add(userId);
        return (CompletableFuture<R>) server.apply(userId);
    }

    @Override
    public <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout) {
        throw new UnsupportedOperationException("the generator sends no attachments");
    }

    @Override
    public CallSource calls(SplittableRandom random) {
        return BaiduStd.PLAIN.over(this, CallMix.findUserInfo(50)).calls(random);
    }

    @Override
    public ScheduledExecutorService eventLoop() {
        return this;
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    @SuppressWarnings("NullAway") // nobody asks for the handle of a pause
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        scheduled.add(task);
        delays.add(Duration.of(delay, unit.toChronoUnit()));
        return null;
    }
}
