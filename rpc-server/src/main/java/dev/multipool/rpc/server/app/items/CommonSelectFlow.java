package dev.multipool.rpc.server.app.items;

import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.ItemPart;
import dev.multipool.rpc.server.CallContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;

/**
 * One common task per item; each runs its conversions on select and waits, then its queries on select and waits, then
 * merges. Without waiting threads common runs the merges only.
 */
final class CommonSelectFlow implements ItemFlow {
    private final ItemWork work;
    private final String common;
    private final String select;

    CommonSelectFlow(ItemWork work, String common, String select) {
        this.work = work;
        this.common = common;
        this.select = select;
    }

    @Override
    public List<Item> query(List<Long> ids, CallContext call) throws InterruptedException {
        List<Callable<Item>> tasks =
                ids.stream().map(id -> (Callable<Item>) () -> item(id, call)).toList();
        return Joins.join(common, tasks, call);
    }

    private Item item(long id, CallContext call) throws Exception {
        List<Long> converted = Joins.join(select, work.conversions(id), call);
        List<Optional<ItemPart>> parts = Joins.join(select, work.queries(id, call), call);
        return work.merge(id, converted, parts).call();
    }

    @Override
    public CompletionStage<List<Item>> queryAsync(List<Long> ids, CallContext call) {
        AsyncSteps<List<Item>> steps = new AsyncSteps<>(call::within);
        return steps.endWith(
                Joins.all(ids.stream().map(id -> itemAsync(id, steps, call)).toList()));
    }

    private CompletionStage<Item> itemAsync(long id, AsyncSteps<?> steps, CallContext call) {
        return steps.begin(() -> Joins.compose(select, work.conversions(id), call))
                .thenCompose(converted -> Joins.all(work.startQueries(id, steps, call))
                        .thenCompose(parts -> steps.begin(
                                () -> Joins.compose(common, List.of(work.merge(id, converted, parts)), call))))
                .thenApply(merged -> merged.get(0));
    }
}
