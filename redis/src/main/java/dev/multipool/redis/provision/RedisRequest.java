package dev.multipool.redis.provision;

import dev.multipool.redis.RedisTarget;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which Redis is wanted, in the one syntax of flags, environment and configuration: a URI as of {@link RedisTarget}, {@code
 * container}, {@code embedded} or {@code auto}.
 *
 * @param mode what is wanted
 * @param target the Redis to use; present when the mode is {@link Mode#GIVEN} and only then
 */
public record RedisRequest(Mode mode, @Nullable RedisTarget target) {
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

    /** What {@link #parse} takes, for messages. */
    public static final String EXPECTED = RedisTarget.EXPECTED + "; container, embedded or auto";

    public static final RedisRequest CONTAINER = new RedisRequest(Mode.CONTAINER, null);
    public static final RedisRequest EMBEDDED = new RedisRequest(Mode.EMBEDDED, null);
    public static final RedisRequest AUTO = new RedisRequest(Mode.AUTO, null);

    public RedisRequest {
        if ((mode == Mode.GIVEN) != (target != null)) {
            throw new IllegalArgumentException(
                    "target: " + target + " (expected: present with mode GIVEN, absent with others)");
        }
    }

    public static RedisRequest given(RedisTarget target) {
        return new RedisRequest(Mode.GIVEN, target);
    }

    /** The Redis at this URI, with the defaults for all else. */
    public static RedisRequest given(URI uri) {
        return given(RedisTarget.of(uri));
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

    private static RedisTarget parseUri(String text) {
        if (!text.contains("://")) {
            throw new IllegalArgumentException("redis: " + text + " (expected: " + EXPECTED + ")");
        }
        try {
            return RedisTarget.of(new URI(text));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("redis: not a URI (expected: " + EXPECTED + ")");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "redis" + String.valueOf(e.getMessage()).substring("uri".length()));
        }
    }

    /** The syntax above, without user and password. */
    @Override
    public String toString() {
        RedisTarget given = target;
        return given == null ? mode.name().toLowerCase(Locale.ROOT) : given.uriWithoutLogin();
    }
}
