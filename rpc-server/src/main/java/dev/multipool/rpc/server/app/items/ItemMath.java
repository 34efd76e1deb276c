package dev.multipool.rpc.server.app.items;

import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.ItemPart;
import java.util.List;
import java.util.Optional;

/** The pure functions of the flow: the same input gives the same item on every layout, thread and machine. */
final class ItemMath {
    /** Parameter conversions per item, as in the service that this one is modelled on. */
    static final int CONVERSIONS = 4;

    private static final long PRIME = 0x100000001B3L;

    private ItemMath() {}

    /** One converted parameter. */
    static long convert(long itemId, int index) {
        return mix(mix(itemId) + index);
    }

    /** The item of its converted parameters and its parts, both in their order. */
    static Item merge(long itemId, List<Long> converted, List<Optional<ItemPart>> parts) {
        Item.Builder item = Item.newBuilder().setId(itemId);
        for (Optional<ItemPart> part : parts) {
            part.ifPresent(item::addParts);
        }
        return item.setFound(item.getPartsCount() > 0)
                .setDigest(digest(itemId, converted, item.getPartsList()))
                .build();
    }

    private static long digest(long itemId, List<Long> converted, List<ItemPart> parts) {
        long digest = mix(itemId);
        for (long parameter : converted) {
            digest = digest * PRIME ^ parameter;
        }
        for (ItemPart part : parts) {
            digest = digest * PRIME ^ part.getPart();
            digest = digest * PRIME ^ part.getTitle().hashCode();
            digest = digest * PRIME ^ part.getAmount();
        }
        return mix(digest);
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
