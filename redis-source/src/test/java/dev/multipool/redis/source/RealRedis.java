package dev.multipool.redis.source;

import dev.multipool.redis.provision.RunningRedis;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The Redis that MULTIPOOL_REDIS asks for, while the tests of one class run. */
public final class RealRedis implements BeforeAllCallback, AfterAllCallback {
    private @Nullable RunningRedis running;

    @Override
    public void beforeAll(ExtensionContext context) {
        running = RedisSource.open(RedisSourceSettings.fromEnvironment(System.getenv()));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (running != null) {
            running.close();
        }
    }

    public URI uri() {
        return Objects.requireNonNull(running, "open while tests run").uri();
    }
}
