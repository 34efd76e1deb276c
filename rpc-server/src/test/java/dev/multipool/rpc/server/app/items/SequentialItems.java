package dev.multipool.rpc.server.app.items;

import dev.multipool.item.v1.ItemPart;
import dev.multipool.item.v1.QueryItemsResponse;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** The answer of queryItems, computed step by step on one thread. */
public final class SequentialItems {
    private SequentialItems() {}

    public static QueryItemsResponse answer(
            List<Long> ids, int queries, BiFunction<Long, Integer, Optional<ItemPart>> parts) {
        QueryItemsResponse.Builder response = QueryItemsResponse.newBuilder();
        for (long id : ids) {
            List<Long> converted = IntStream.range(0, ItemMath.CONVERSIONS)
                    .mapToObj(index -> ItemMath.convert(id, index))
                    .toList();
            response.addItems(ItemMath.merge(
                    id,
                    converted,
                    IntStream.range(0, queries)
                            .mapToObj(part -> parts.apply(id, part))
                            .toList()));
        }
        return response.build();
    }
}
