package dev.multipool.perf.nested.flow;

import dev.multipool.item.v1.ItemPart;
import dev.multipool.pools.FanOut;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.Pools;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/** Measured pools and their joins, ledger on, as the layout {@code common-select} has them in the execution models that block. */
public final class MeasuredFlow implements Flow {
    private final ItemSteps steps;
    private final MeasuredPool business;
    private final MeasuredPool common;
    private final MeasuredPool select;

    /**
     * Makes the pools.
     *
     * @param kind {@code fixed} or {@code virtual}, as a pool's configuration has it
     */
    public MeasuredFlow(ItemSteps steps, String kind) {
        this.steps = steps;
        this.business = pool("business", kind, BUSINESS_THREADS);
        this.common = pool("common", kind, COMMON_THREADS);
        this.select = pool("select", kind, SELECT_THREADS);
    }

    @Override
    public void begin(List<Long> ids, Deadline deadline, RequestEnd end) {
        business.execute(() -> {
            List<Long> digests;
            try {
                digests = FanOut.on(common)
                        .join(
                                ids.stream()
                                        .map(id -> (Callable<Long>) () -> item(id, deadline))
                                        .toList(),
                                deadline.left());
            } catch (InterruptedException | RuntimeException e) {
                end.ended(null, e);
                return;
            }
            end.ended(digests, null);
        });
    }

    private Long item(long id, Deadline deadline) throws InterruptedException {
        List<Long> converted = FanOut.on(select).join(conversions(steps, id), deadline.left());
        List<Optional<ItemPart>> parts = FanOut.on(select)
                .join(
                        IntStream.range(0, ItemSteps.QUERIES)
                                .mapToObj(i -> (Callable<Optional<ItemPart>>) () -> steps.query(id, i, deadline))
                                .toList(),
                        deadline.left());
        return steps.merge(id, converted, parts);
    }

    static List<Callable<Long>> conversions(ItemSteps steps, long id) {
        return IntStream.range(0, ItemSteps.CONVERSIONS)
                .mapToObj(i -> (Callable<Long>) () -> steps.convert(id, i))
                .toList();
    }

    static MeasuredPool pool(String name, String kind, int threads) {
        return Pools.create(PoolConfig.parse(name, kind + ":threads=" + threads + ",queue=" + QUEUE));
    }

    @Override
    public void close() {
        business.close();
        common.close();
        select.close();
    }
}
