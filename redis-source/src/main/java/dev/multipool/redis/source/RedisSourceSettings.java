package dev.multipool.redis.source;

import dev.multipool.redis.provision.RedisImage;
import dev.multipool.redis.provision.RedisRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which Redis is wanted and how to start it where it is ours.
 *
 * @param request which Redis
 * @param image image for a container: Redis ({@code redis:8.2-alpine}) or Valkey ({@code valkey/valkey:8-alpine})
 * @param pullTimeout the longest that fetching the image may take
 * @param port port for a Redis of ours; 0: any free one
 * @param cpus cores to pin a Redis of ours to, as {@code taskset -c} takes them ({@code 0,2-3}); absent: no pinning
 */
public record RedisSourceSettings(
        RedisRequest request,
        String image,
        Duration pullTimeout,
        int port,
        @Nullable String cpus) {
    /** The environment variable that says which Redis tests, laboratory and demo use. */
    public static final String REQUEST_VARIABLE = "MULTIPOOL_REDIS";
    /** The environment variable that says which image a container is made from. */
    public static final String IMAGE_VARIABLE = "MULTIPOOL_REDIS_IMAGE";

    private static final int LAST_PORT = 65_535;
    private static final Pattern CPU_LIST = Pattern.compile("\\d+(-\\d+)?(,\\d+(-\\d+)?)*");

    public RedisSourceSettings {
        Objects.requireNonNull(request, "request");
        RedisImage.requireName(image);
        if (pullTimeout.isNegative() || pullTimeout.isZero()) {
            throw new IllegalArgumentException("pullTimeout: " + pullTimeout + " (expected: > 0)");
        }
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0 to " + LAST_PORT + ")");
        }
        if (cpus != null && !CPU_LIST.matcher(cpus).matches()) {
            throw new IllegalArgumentException("cpus: " + cpus + " (expected: a list of cores such as 0,2-3)");
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * The settings that these environment variables ask for; what is unset or empty keeps its default.
     *
     * @throws IllegalArgumentException when a value is not understood; the message names the variable
     */
    public static RedisSourceSettings fromEnvironment(Map<String, String> environment) {
        Builder builder = builder();
        String request = environment.getOrDefault(REQUEST_VARIABLE, "");
        String image = environment.getOrDefault(IMAGE_VARIABLE, "");
        if (!request.isBlank()) {
            named(REQUEST_VARIABLE, "redis", () -> builder.request(RedisRequest.parse(request)));
        }
        if (!image.isBlank()) {
            named(IMAGE_VARIABLE, "image", () -> builder.image(image.strip()).build());
        }
        return builder.build();
    }

    /** The same with a Redis of ours pinned to these cores, as {@code taskset -c} takes them. */
    public RedisSourceSettings withCpus(@Nullable String cores) {
        return new RedisSourceSettings(request, image, pullTimeout, port, cores);
    }

    /** Runs a step whose complaint starts with the name of a setting, and puts the variable's name in its place. */
    private static void named(String variable, String setting, Runnable step) {
        try {
            step.run();
        } catch (IllegalArgumentException e) {
            String complaint = String.valueOf(e.getMessage());
            throw new IllegalArgumentException(variable + complaint.substring(setting.length()), e);
        }
    }

    /** Builds {@link RedisSourceSettings}; what is not set keeps its default. */
    public static final class Builder {
        private RedisRequest request = RedisRequest.AUTO;
        private String image = RedisImage.DEFAULT;
        private Duration pullTimeout = Duration.ofSeconds(60);
        private int port;
        private @Nullable String cpus;

        private Builder() {}

        /** Default: auto. */
        public Builder request(RedisRequest request) {
            this.request = request;
            return this;
        }

        /** Default: {@code redis:8.2-alpine}. */
        public Builder image(String image) {
            this.image = image;
            return this;
        }

        /** Default: 60 s. */
        public Builder pullTimeout(Duration pullTimeout) {
            this.pullTimeout = pullTimeout;
            return this;
        }

        /** Default: any free port. */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /** Default: no pinning. */
        public Builder cpus(@Nullable String cpus) {
            this.cpus = cpus;
            return this;
        }

        public RedisSourceSettings build() {
            return new RedisSourceSettings(request, image, pullTimeout, port, cpus);
        }
    }
}
