package dev.multipool.redis;

import java.nio.charset.StandardCharsets;

/** The key of a user: {@code user:42}. */
final class UserKeys {
    private static final String PREFIX = "user:";

    private UserKeys() {}

    static String name(long id) {
        return PREFIX + id;
    }

    static byte[] bytes(long id) {
        return name(id).getBytes(StandardCharsets.US_ASCII);
    }
}
