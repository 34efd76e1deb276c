package dev.multipool.redis;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.item.v1.ItemPart;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads item parts from Redis; see {@link LettuceUserInfoRepository} for threads and limits, which are the same. */
final class LettuceItemRepository implements ItemRepository {
    private final LettuceReads reads;

    LettuceItemRepository(LettuceReads reads) {
        this.reads = reads;
    }

    @Override
    public Optional<ItemPart> find(long itemId, int part, Duration atMost) {
        return reads.find(ItemKeys.bytes(itemId, part), atMost, value -> parse(itemId, part, value));
    }

    @Override
    public CompletionStage<Optional<ItemPart>> findAsync(long itemId, int part, Duration atMost) {
        return reads.findAsync(ItemKeys.bytes(itemId, part), atMost, value -> parse(itemId, part, value));
    }

    private ItemPart parse(long itemId, int number, byte[] value) {
        String expected = "a serialized ItemPart with item_id " + itemId + " and part " + number;
        ItemPart part;
        try {
            part = ItemPart.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw reads.failures().badValue(ItemKeys.name(itemId, number), value.length, "no item part", expected, e);
        }
        // Random bytes, and no bytes at all, can parse: id and number are what tells a part from an accident.
        if (part.getItemId() != itemId || part.getPart() != number) {
            throw reads.failures()
                    .badValue(ItemKeys.name(itemId, number), value.length, "no item part", expected, null);
        }
        return part;
    }
}
