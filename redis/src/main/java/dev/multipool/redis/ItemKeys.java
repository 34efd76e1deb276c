package dev.multipool.redis;

import java.nio.charset.StandardCharsets;

/** The key of one part of an item: {@code item:42:0}. */
final class ItemKeys {
    private static final String PREFIX = "item:";

    private ItemKeys() {}

    static String name(long itemId, int part) {
        return PREFIX + itemId + ":" + part;
    }

    static byte[] bytes(long itemId, int part) {
        return name(itemId, part).getBytes(StandardCharsets.US_ASCII);
    }
}
