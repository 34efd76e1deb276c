package dev.multipool.rpc.server.app.items;

import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.ItemPart;
import dev.multipool.redis.ItemRepository;
import dev.multipool.rpc.server.CallContext;
import dev.multipool.rpc.server.app.mock.CpuWork;
import dev.multipool.rpc.server.app.mock.MockDependency;
import dev.multipool.rpc.server.app.settings.QueryItemsSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** The steps of which every layout is made: conversions, queries, merges. */
final class ItemWork {
    private final ItemRepository repository;
    private final MockDependency mock;
    private final CpuWork cpu;
    private final QueryItemsSettings settings;

    ItemWork(ItemRepository repository, MockDependency mock, CpuWork cpu, QueryItemsSettings settings) {
        this.repository = repository;
        this.mock = mock;
        this.cpu = cpu;
        this.settings = settings;
    }

    /** The conversions of one item, to be run anywhere. */
    List<Callable<Long>> conversions(long itemId) {
        List<Callable<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < ItemMath.CONVERSIONS; i++) {
            int index = i;
            tasks.add(() -> {
                long converted = ItemMath.convert(itemId, index);
                cpu.burn(converted, settings.convertCpu());
                return converted;
            });
        }
        return tasks;
    }

    /** The queries of one item, each of which blocks its thread. */
    List<Callable<Optional<ItemPart>>> queries(long itemId, CallContext call) {
        List<Callable<Optional<ItemPart>>> tasks = new ArrayList<>();
        for (int i = 0; i < settings.queries(); i++) {
            int part = i;
            tasks.add(() -> {
                if (mock.delays()) {
                    mock.delay(call.remaining());
                }
                return repository.find(itemId, part, call.remaining());
            });
        }
        return tasks;
    }

    /** The queries of one item, begun at once, none of which blocks a thread. */
    List<CompletionStage<Optional<ItemPart>>> startQueries(long itemId, AsyncSteps<?> steps, CallContext call) {
        return IntStream.range(0, settings.queries())
                .mapToObj(part -> mock.delays()
                        ? steps.begin(() -> mock.delayAsync(call.remaining()))
                                .thenCompose(delay -> startQuery(itemId, part, steps, call))
                        : startQuery(itemId, part, steps, call))
                .toList();
    }

    private CompletionStage<Optional<ItemPart>> startQuery(
            long itemId, int part, AsyncSteps<?> steps, CallContext call) {
        return steps.begin(() -> repository.findAsync(itemId, part, call.remaining()));
    }

    Callable<Item> merge(long itemId, List<Long> converted, List<Optional<ItemPart>> parts) {
        return () -> {
            Item item = ItemMath.merge(itemId, converted, parts);
            cpu.burn(item.getDigest(), settings.mergeCpu());
            return item;
        };
    }
}
