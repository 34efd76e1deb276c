package dev.multipool.rpc.server.app.settings;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The names by which settings may be given: keys, and variables of the environment. */
final class SettingNames {
    private static final String ENVIRONMENT_PREFIX = "MULTIPOOL_";
    private static final String POOL_PREFIX = Setting.environmentNameOf(PoolKeys.of(""));

    private final List<String> keys;
    private final Map<String, String> keyByEnvironmentName;

    SettingNames(List<Setting<?>> settings) {
        keys = settings.stream().map(Setting::key).toList();
        keyByEnvironmentName = settings.stream()
                .collect(Collectors.toMap(Setting::environmentName, Setting::key, (a, b) -> a, TreeMap::new));
    }

    /**
     * Requires that there is a setting or a pool with this key.
     *
     * @throws SettingsException with the nearest key when there is none
     */
    void requireKnownKey(String key, String origin) {
        if (!PoolKeys.isKey(key) && !keys.contains(key)) {
            throw new SettingsException(
                    "unknown setting " + key + " from " + origin + " (expected: " + NearestWord.of(key, keys) + "?)");
        }
    }

    /**
     * Finds the key that an environment variable sets; empty when it is none of ours.
     *
     * @throws SettingsException with the nearest variable when it looks like one of ours and sets nothing
     */
    Optional<String> keyOfEnvironmentName(String name) {
        if (!name.startsWith(ENVIRONMENT_PREFIX) || name.equals(LogLevel.VARIABLE)) {
            return Optional.empty();
        }
        String key = keyByEnvironmentName.get(name);
        if (key != null) {
            return Optional.of(key);
        }
        if (name.startsWith(POOL_PREFIX) && name.length() > POOL_PREFIX.length()) {
            return Optional.of(PoolKeys.of(name.substring(POOL_PREFIX.length())
                    .toLowerCase(Locale.ROOT)
                    .replace('_', '-')));
        }
        throw new SettingsException("unknown environment variable " + name + " (expected: "
                + NearestWord.of(name, List.copyOf(keyByEnvironmentName.keySet())) + "?)");
    }
}
