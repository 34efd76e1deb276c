package dev.multipool.redis.source;

import dev.multipool.redis.RedisSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which Redis is wanted, in the one syntax of flags, environment and configuration: {@code redis://HOST:PORT}, {@code
 * container}, {@code embedded} or {@code auto}.
 *
 * @param mode what is wanted
 * @param uri the Redis to use; present when the mode is {@link Mode#GIVEN} and only then
 */
public record RedisRequest(Mode mode, @Nullable URI uri) {
    /** The four things one can ask for. */
    public enum Mode {
        /** The Redis at this URI. */
        GIVEN,
        /** A container, or an error. */
        CONTAINER,
        /** A redis-server process, or an error. */
        EMBEDDED,
        /** A container where that is possible, else an embedded one. */
        AUTO
    }

    public static final RedisRequest CONTAINER = new RedisRequest(Mode.CONTAINER, null);
    public static final RedisRequest EMBEDDED = new RedisRequest(Mode.EMBEDDED, null);
    public static final RedisRequest AUTO = new RedisRequest(Mode.AUTO, null);

    public RedisRequest {
        if ((mode == Mode.GIVEN) != (uri != null)) {
            throw new IllegalArgumentException(
                    "uri: " + uri + " (expected: present with mode GIVEN, absent with others)");
        }
        if (uri != null && !RedisSettings.isRedisUri(uri)) {
            throw notARequest();
        }
    }

    public static RedisRequest given(URI uri) {
        return new RedisRequest(Mode.GIVEN, uri);
    }

    /**
     * Reads the syntax above.
     *
     * @throws IllegalArgumentException when the text is none of these; the text is not repeated, it may hold a password
     */
    public static RedisRequest parse(String text) {
        String word = text.strip();
        return switch (word) {
            case "container" -> CONTAINER;
            case "embedded" -> EMBEDDED;
            case "auto" -> AUTO;
            default -> given(parseUri(word));
        };
    }

    private static URI parseUri(String text) {
        if (!text.contains("://")) {
            throw new IllegalArgumentException(
                    "redis: " + text + " (expected: redis://HOST:PORT, container, embedded or auto)");
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw notARequest();
        }
    }

    private static IllegalArgumentException notARequest() {
        return new IllegalArgumentException(
                "redis: not a Redis URI (expected: redis://HOST:PORT or rediss://HOST:PORT, container, embedded or auto)");
    }

    /** The syntax above, without user and password. */
    @Override
    public String toString() {
        URI given = uri;
        return given == null
                ? mode.name().toLowerCase(Locale.ROOT)
                : given.getScheme() + "://" + RedisSettings.of(given).hostAndPort();
    }
}
