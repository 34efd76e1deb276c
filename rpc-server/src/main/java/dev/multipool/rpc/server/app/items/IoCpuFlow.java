package dev.multipool.rpc.server.app.items;

import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.ItemPart;
import dev.multipool.rpc.server.CallContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;

/**
 * The work by type: all conversions on cpu, then all queries on io, then all merges on cpu, each joined by the request's
 * thread. Without waiting threads io is not used, since Redis's own event loop does the queries.
 */
final class IoCpuFlow implements ItemFlow {
    private final ItemWork work;
    private final int queries;
    private final String io;
    private final String cpu;

    IoCpuFlow(ItemWork work, int queries, String io, String cpu) {
        this.work = work;
        this.queries = queries;
        this.io = io;
        this.cpu = cpu;
    }

    @Override
    public List<Item> query(List<Long> ids, CallContext call) throws InterruptedException {
        List<Long> converted = Joins.join(cpu, conversions(ids), call);
        List<Callable<Optional<ItemPart>>> tasks =
                ids.stream().flatMap(id -> work.queries(id, call).stream()).toList();
        List<Optional<ItemPart>> parts = Joins.join(io, tasks, call);
        return Joins.join(cpu, merges(ids, converted, parts), call);
    }

    @Override
    public CompletionStage<List<Item>> queryAsync(List<Long> ids, CallContext call) {
        AsyncSteps<List<Item>> steps = new AsyncSteps<>(call::within);
        return steps.endWith(steps.begin(() -> Joins.compose(cpu, conversions(ids), call))
                .thenCompose(converted -> Joins.all(ids.stream()
                                .flatMap(id -> work.startQueries(id, steps, call).stream())
                                .toList())
                        .thenCompose(
                                parts -> steps.begin(() -> Joins.compose(cpu, merges(ids, converted, parts), call)))));
    }

    private List<Callable<Long>> conversions(List<Long> ids) {
        return ids.stream().flatMap(id -> work.conversions(id).stream()).toList();
    }

    private List<Callable<Item>> merges(List<Long> ids, List<Long> converted, List<Optional<ItemPart>> parts) {
        List<Callable<Item>> merges = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            merges.add(work.merge(
                    ids.get(i), Joins.share(converted, i, ItemMath.CONVERSIONS), Joins.share(parts, i, queries)));
        }
        return merges;
    }
}
