package dev.multipool.rpc.server.app.items;

import dev.multipool.pools.FanOut;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.CallContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Joins with the call's remaining time, over pools and over stages. */
final class Joins {
    private Joins() {}

    static <T> List<T> join(String pool, List<Callable<T>> tasks, CallContext call) throws InterruptedException {
        return FanOut.on(call.pool(pool)).join(tasks, timeLeft(call));
    }

    static <T> CompletableFuture<List<T>> compose(String pool, List<Callable<T>> tasks, CallContext call) {
        return FanOut.on(call.pool(pool)).compose(tasks, timeLeft(call));
    }

    /** All results in order, or the first failure as soon as there is one. */
    static <T> CompletableFuture<List<T>> all(List<? extends CompletionStage<T>> stages) {
        CompletableFuture<List<T>> all = new CompletableFuture<>();
        List<CompletableFuture<T>> futures = new ArrayList<>();
        for (CompletionStage<T> stage : stages) {
            CompletableFuture<T> future = stage.toCompletableFuture();
            futures.add(future);
            var unusedFailure = future.whenComplete((result, failure) -> {
                if (failure != null) {
                    all.completeExceptionally(failure);
                }
            });
        }
        var unused = CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .thenRun(() -> all.complete(
                        futures.stream().map(CompletableFuture::join).toList()));
        return all;
    }

    /** The part of a list that belongs to the item at an index, when each item has {@code size} entries. */
    static <T> List<T> share(List<T> list, int index, int size) {
        return list.subList(index * size, (index + 1) * size);
    }

    private static Duration timeLeft(CallContext call) {
        Duration left = call.remaining();
        if (left.isZero()) {
            throw new RpcException(
                    RpcErrorCode.ERPCTIMEDOUT, "the deadline passed before " + call.method() + " was done");
        }
        return left;
    }
}
