package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for a call on a thread that may wait. */
final class BlockingWait {
    /** How far beyond its deadline a blocking caller waits for an event loop that is held up. */
    private static final Duration STALL_GRACE = Duration.ofSeconds(1);

    private BlockingWait() {}

    static <T> T await(
            EventLoopGroup eventLoops, RpcMethod<?, ?> method, Duration timeout, Supplier<CompletableFuture<T>> sending)
            throws InterruptedException {
        if (isOn(eventLoops)) {
            throw new IllegalStateException(
                    "callBlocking on " + Thread.currentThread().getName()
                            + " (expected: a thread that is none of the client's event loops)");
        }
        CompletableFuture<T> call = sending.get();
        try {
            return call.get(timeout.plus(STALL_GRACE).toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            call.cancel(false);
            Thread.currentThread().interrupt();
            throw e;
        } catch (TimeoutException e) {
            call.cancel(false);
            throw new RpcException(
                    RpcErrorCode.ERPCTIMEDOUT, method.fullName() + ": the event loop is held up by a completion");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RpcException failure
                    ? failure
                    : new IllegalStateException(method.fullName() + " could not be sent", e.getCause());
        }
    }

    /** Whether the current thread is one of these. */
    static boolean isOn(EventLoopGroup eventLoops) {
        for (EventExecutor eventLoop : eventLoops) {
            if (eventLoop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }
}
