package dev.multipool.rpc.server.app.settings;

import dev.multipool.pools.PoolConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The settings' texts by key, of all origins; a later origin overrides an earlier one. */
final class RawSettings {
    /** More than any setting has; a file that goes deeper may refer to itself, and then has no end. */
    private static final int MOST_LEVELS = 16;

    private final SettingNames names;
    private final Map<String, RawValue> values = new LinkedHashMap<>();

    RawSettings(SettingNames names) {
        this.names = names;
    }

    /** Adds a YAML file. Nested maps become keys with dots. */
    void addYaml(Path file) {
        Object root;
        try {
            root = new Load(LoadSettings.builder().setLabel(file.toString()).build())
                    .loadFromString(Files.readString(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw new SettingsException("configuration file " + file + ": does not exist (expected: a YAML file)");
        } catch (IOException e) {
            throw new SettingsException("configuration file " + file + ": " + e + " (expected: a readable file)");
        } catch (MarkedYamlEngineException e) {
            throw new SettingsException(
                    "configuration file " + file + describeLine(e) + ": " + e.getProblem() + " (expected: YAML)");
        } catch (YamlEngineException e) {
            throw new SettingsException("configuration file " + file + ": " + firstLine(e) + " (expected: YAML)");
        } catch (StackOverflowError e) {
            throw tooDeep(file.toString());
        }
        if (root != null) {
            new YamlFile(file.toString()).add(List.of(), root);
        }
    }

    /** Adds those environment variables that are ours. */
    void addEnvironment(Map<String, String> environment) {
        LogLevel.requireKnown(environment);
        new TreeMap<>(environment).forEach((name, text) -> names.keyOfEnvironmentName(name)
                .ifPresent(key -> values.put(key, new RawValue(text, name))));
    }

    /** Adds one value, such as a flag's. */
    void add(String key, String text, String origin) {
        names.requireKnownKey(key, origin);
        values.put(key, new RawValue(text, origin));
    }

    <T> T get(Setting<T> setting) {
        return setting.parse(valueOf(setting));
    }

    String originOf(Setting<?> setting) {
        return valueOf(setting).origin();
    }

    boolean isGiven(Setting<?> setting) {
        return values.containsKey(setting.key());
    }

    boolean isFromEnvironment(Setting<?> setting) {
        return originOf(setting).equals(setting.environmentName());
    }

    /** Every setting and every pool, as they hold, with where each came from. */
    List<EffectiveSetting> listEffective(List<Setting<?>> settings, Map<String, PoolConfig> pools) {
        List<EffectiveSetting> effective = new ArrayList<>();
        for (Setting<?> setting : settings) {
            effective.add(EffectiveSetting.of(setting.key(), valueOf(setting)));
        }
        pools.forEach((name, pool) -> {
            RawValue configured = values.get(PoolKeys.of(name));
            effective.add(
                    EffectiveSetting.of(PoolKeys.of(name), configured != null ? configured : byDefault(pool.spec())));
        });
        return List.copyOf(effective);
    }

    private RawValue valueOf(Setting<?> setting) {
        RawValue value = values.get(setting.key());
        return value != null ? value : byDefault(setting.byDefault().text());
    }

    static RawValue byDefault(String text) {
        return new RawValue(text, "the default");
    }

    /** The pools that were configured, by name. */
    Map<String, RawValue> pools() {
        Map<String, RawValue> pools = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (PoolKeys.isInFamily(key)) {
                pools.put(PoolKeys.nameIn(key), value);
            }
        });
        return pools;
    }

    private static SettingsException tooDeep(String file) {
        return new SettingsException("configuration file " + file + ": deeper than " + MOST_LEVELS
                + " levels, or a part of itself (expected: keys with values)");
    }

    /** A file's values on their way in. A key may be written with dots or in levels, but once. */
    private final class YamlFile {
        private final String name;
        private final Map<String, String> spellings = new HashMap<>();

        YamlFile(String name) {
            this.name = name;
        }

        void add(List<String> levels, Object node) {
            String key = String.join(".", levels);
            if (!(node instanceof Map<?, ?> map)) {
                throw new SettingsException("configuration file " + name + (key.isEmpty() ? "" : ": " + key) + ": "
                        + describeKind(node) + " (expected: keys with values)");
            }
            if (levels.size() >= MOST_LEVELS) {
                throw tooDeep(name);
            }
            map.forEach((level, value) -> {
                List<String> below = new ArrayList<>(levels);
                below.add(
                        level instanceof Map || level instanceof Collection
                                ? describeKind(level)
                                : String.valueOf(level));
                if (value instanceof Map) {
                    add(below, value);
                } else {
                    addValue(below, value);
                }
            });
        }

        private void addValue(List<String> levels, @Nullable Object value) {
            String key = String.join(".", levels);
            if (value == null || value instanceof Collection) {
                names.requireKnownKey(key, name);
                throw new SettingsException(
                        key + ": " + describeKind(value) + " from " + name + " (expected: a single value)");
            }
            String spelling = String.join(": ", levels);
            String before = spellings.putIfAbsent(key, spelling);
            if (before != null) {
                throw new SettingsException(key + ": given twice in " + name + ", as \"" + before + "\" and as \""
                        + spelling + "\" (expected: once)");
            }
            RawSettings.this.add(key, value.toString(), name);
        }
    }

    private static String describeKind(@Nullable Object node) {
        if (node == null) {
            return "no value";
        }
        if (node instanceof Map) {
            return "a map";
        }
        return node instanceof Collection ? "a list" : "\"" + node + "\"";
    }

    private static String describeLine(MarkedYamlEngineException e) {
        return e.getProblemMark().map(mark -> " line " + (mark.getLine() + 1)).orElse("");
    }

    private static String firstLine(YamlEngineException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("not YAML");
    }
}
