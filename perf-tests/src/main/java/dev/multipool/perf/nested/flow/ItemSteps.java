package dev.multipool.perf.nested.flow;

import dev.multipool.item.v1.ItemPart;
import dev.multipool.redis.ItemRepository;
import dev.multipool.redis.SampleItems;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** The steps that every flow is made of; the conversions cost next to nothing, so that the executors' own cost shows. */
public final class ItemSteps {
    /** Parts that each item has in Redis. */
    public static final int QUERIES = 4;
    /** Conversions and queries of an item: the tasks of the pool {@code select}. */
    public static final int STEPS = 2 * QUERIES;

    static final int CONVERSIONS = STEPS - QUERIES;
    private static final long PRIME = 0x100000001B3L;

    private final ItemRepository items;

    public ItemSteps(ItemRepository items) {
        this.items = items;
    }

    long convert(long itemId, int index) {
        return (itemId * PRIME + index) * PRIME;
    }

    Optional<ItemPart> query(long itemId, int part, Deadline deadline) {
        return items.find(itemId, part, deadline.left());
    }

    CompletionStage<Optional<ItemPart>> queryAsync(long itemId, int part, Deadline deadline) {
        return items.findAsync(itemId, part, deadline.left());
    }

    /** A number that no missing, wrong or misplaced part leaves as it is. */
    long merge(long itemId, List<Long> converted, List<Optional<ItemPart>> parts) {
        long digest = itemId;
        for (long parameter : converted) {
            digest = digest * PRIME ^ parameter;
        }
        for (Optional<ItemPart> part : parts) {
            digest = digest * PRIME ^ part.map(ItemSteps::digest).orElse(0L);
        }
        return digest;
    }

    /** What {@link #merge} makes of a sample item that was written with this seed. */
    long expected(long itemId, long seed) {
        return merge(
                itemId,
                IntStream.range(0, CONVERSIONS)
                        .mapToObj(i -> convert(itemId, i))
                        .toList(),
                IntStream.range(0, QUERIES)
                        .mapToObj(part -> Optional.of(SampleItems.part(seed, itemId, part)))
                        .toList());
    }

    private static long digest(ItemPart part) {
        return (part.getPart() * PRIME ^ part.getAmount()) * PRIME
                ^ part.getTitle().hashCode();
    }
}
