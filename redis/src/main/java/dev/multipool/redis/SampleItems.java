package dev.multipool.redis;

import dev.multipool.item.v1.ItemPart;

/** Made-up items: a part is a pure function of seed, item and number, the same on every JDK and machine. */
public final class SampleItems {
    private static final int MOST_AMOUNT = 1_000_000;
    private static final String[] QUALITIES = {"brown", "cold", "heavy", "light", "quiet", "round", "small", "warm"};
    private static final String[] THINGS = {"basket", "bottle", "kettle", "lamp", "ladder", "mirror", "needle", "rope"};

    private SampleItems() {}

    /** One part of the item with this id; one seed gives one set of items. */
    public static ItemPart part(long seed, long itemId, int part) {
        SplitMix64 random = new SplitMix64(SplitMix64.mix(SplitMix64.mix(seed) ^ itemId) ^ part);
        return ItemPart.newBuilder()
                .setItemId(itemId)
                .setPart(part)
                .setTitle(random.pick(QUALITIES) + " " + random.pick(THINGS) + " " + itemId)
                .setAmount(random.below(MOST_AMOUNT))
                .build();
    }
}
