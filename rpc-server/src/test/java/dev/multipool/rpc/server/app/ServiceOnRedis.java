package dev.multipool.rpc.server.app;

import dev.multipool.redis.source.RealRedis;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.app.settings.ServerSettings;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Whole services, wired as {@code main} does it, on loopback over the Redis that MULTIPOOL_REDIS asks for. */
public final class ServiceOnRedis implements BeforeAllCallback, AfterAllCallback {
    private final RealRedis redis = new RealRedis();

    @Override
    public void beforeAll(ExtensionContext context) {
        redis.beforeAll(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        redis.afterAll(context);
    }

    /** Where its Redis is. */
    public URI redis() {
        return redis.uri();
    }

    /** What every service here is told, and the flags, which come first where both say something. */
    public ServerSettings settings(Map<String, String> flags) {
        return settings(flags, Map.of());
    }

    private ServerSettings settings(Map<String, String> flags, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(Map.of(
                "server.host",
                "127.0.0.1",
                "server.port",
                "0",
                "redis.source",
                redis().toString(),
                // on a busy machine Redis may be slower than the default allows
                "redis.command-timeout",
                "20s",
                "server.warm-up",
                "0ms"));
        all.putAll(flags);
        return SettingsLoader.load(null, environment, all);
    }

    /** Starts one that is told this too. */
    public UserService start(Map<String, String> flags) throws IOException {
        return Wiring.start(settings(flags), progress -> {}, UnaryOperator.identity());
    }

    /**
     * Starts one with an admin port.
     *
     * @param directory takes what it leaves
     */
    public UserService startWithAdmin(Path directory, Map<String, String> flags, Map<String, String> environment)
            throws IOException {
        Map<String, String> all = new HashMap<>(Map.of(
                "admin.port",
                "0",
                "exhaustion.directory",
                directory.resolve("bundles").toString()));
        all.putAll(flags);
        return Wiring.start(settings(all, environment), progress -> {}, UnaryOperator.identity());
    }

    /** A client of one, on one connection. */
    public static RpcClient clientOf(UserService service) {
        return RpcClient.builder()
                .target("127.0.0.1", service.server().address().getPort())
                .build();
    }
}
