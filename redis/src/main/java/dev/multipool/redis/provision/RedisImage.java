package dev.multipool.redis.provision;

import java.util.regex.Pattern;

/** The name of the image that a Redis in a container is made from. */
public final class RedisImage {
    /** Used where no other is named. */
    public static final String DEFAULT = "redis:8.2-alpine";

    private static final Pattern NAME = Pattern.compile("[\\w./:@-]+");

    private RedisImage() {}

    /**
     * Checks the syntax of a name: Redis ({@code redis:8.2-alpine}) or Valkey ({@code valkey/valkey:8-alpine}).
     *
     * @throws IllegalArgumentException when it can't be an image's name
     */
    public static void requireName(String image) {
        if (!NAME.matcher(image).matches()) {
            throw new IllegalArgumentException("image: " + image + " (expected: a name such as " + DEFAULT + ")");
        }
    }
}
