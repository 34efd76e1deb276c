package dev.multipool.rpc.server.app.settings;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the settings of the application from where they are given. */
public final class SettingsLoader {
    private SettingsLoader() {}

    /**
     * Reads the settings of all origins.
     *
     * @param yaml the configuration file; null when there is none
     * @param environment the environment variables
     * @param flags values by key, from the command line: {@code server.port} to {@code 8000}
     * @throws SettingsException when a key is unknown or a value does not fit
     */
    public static ServerSettings load(@Nullable Path yaml, Map<String, String> environment, Map<String, String> flags) {
        RawSettings raw = new RawSettings(new SettingNames(SettingsSchema.all()));
        if (yaml != null) {
            raw.addYaml(yaml);
        }
        raw.addEnvironment(environment);
        flags.forEach((key, text) -> raw.add(key, text, "the command line"));
        return read(raw);
    }

    private static ServerSettings read(RawSettings raw) {
        ServerSettings.Service service = MethodSchema.readService(raw);
        PoolPlan poolPlan = readPoolPlan(raw, service);
        return new ServerSettings(
                new ServerSettings.Network(
                        ServerSchema.readAddress(raw),
                        raw.get(ServerSchema.EVENT_LOOPS),
                        TransportSchema.read(raw),
                        TransportSchema.readTimeouts(raw),
                        TlsSchema.read(raw)),
                ServerSchema.readBounds(raw),
                service,
                poolPlan,
                RedisSchema.read(raw),
                AdminSchema.read(raw),
                raw.listEffective(SettingsSchema.all(), poolPlan.configs()));
    }

    private static PoolPlan readPoolPlan(RawSettings raw, ServerSettings.Service service) {
        Map<MethodSchema.Method, MethodSettings> byMethod = new LinkedHashMap<>();
        byMethod.put(MethodSchema.FIND_USER_INFO, service.methods().findUserInfo());
        byMethod.put(MethodSchema.QUERY_ITEMS, service.methods().queryItems());
        byMethod.put(MethodSchema.MOCK_DELAY, service.methods().mockDelay());
        return PoolSchema.read(raw, byMethod, service.queryItems());
    }
}
