package dev.multipool.perf.nested.flow;

import dev.multipool.pools.FanOut;
import dev.multipool.pools.MeasuredPool;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Measured pools without a thread that waits: conversions and merges on pools, queries by Redis's event loop. */
public final class AsyncFlow implements Flow {
    private final ItemSteps steps;
    private final MeasuredPool common = MeasuredFlow.pool("common", "fixed", COMMON_THREADS);
    private final MeasuredPool select = MeasuredFlow.pool("select", "fixed", SELECT_THREADS);

    public AsyncFlow(ItemSteps steps) {
        this.steps = steps;
    }

    @Override
    public void begin(List<Long> ids, Deadline deadline, RequestEnd end) {
        var unused = all(ids.stream().map(id -> item(id, deadline)).toList()).whenComplete(end::ended);
    }

    private CompletableFuture<Long> item(long id, Deadline deadline) {
        return FanOut.on(select)
                .compose(MeasuredFlow.conversions(steps, id), deadline.left())
                .thenCompose(converted -> all(IntStream.range(0, ItemSteps.QUERIES)
                                .mapToObj(i -> steps.queryAsync(id, i, deadline).toCompletableFuture())
                                .toList())
                        .thenCompose(parts -> FanOut.on(common)
                                .compose(
                                        List.<Callable<Long>>of(() -> steps.merge(id, converted, parts)),
                                        deadline.left())))
                .thenApply(merged -> merged.get(0));
    }

    private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .thenApply(
                        nothing -> futures.stream().map(CompletableFuture::join).toList());
    }

    @Override
    public void close() {
        common.close();
        select.close();
    }
}
