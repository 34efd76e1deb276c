package dev.multipool.rpc.server.app.settings;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one declaration of a setting. What reads it, messages, {@code --help}, the command line's flags and the reference
 * are all made from it.
 *
 * @param key as in the YAML file, with dots between levels
 * @param environmentName the environment variable that sets it
 * @param flag the flag of its own that sets it; null when it has none
 * @param type the texts that it takes
 * @param byDefault its value where nobody gives one
 * @param description one sentence, with the unit where there is one
 * @param doesNothing when setting it changes nothing, to follow "does nothing"; empty where there is no such case to know
 * @param <T> the setting's type
 */
record Setting<T>(
        String key,
        String environmentName,
        @Nullable CommandFlag flag,
        ValueType<T> type,
        DefaultValue byDefault,
        String description,
        String doesNothing) {

    static <T> Setting<T> of(String key, String defaultText, ValueType<T> type, String description) {
        return new Setting<>(key, environmentNameOf(key), null, type, DefaultValue.of(defaultText), description, "");
    }

    Setting<T> withEnvironmentName(String name) {
        return new Setting<>(key, name, flag, type, byDefault, description, doesNothing);
    }

    Setting<T> withFlag(String name, String valueLabel) {
        return new Setting<>(
                key, environmentName, new CommandFlag(name, valueLabel), type, byDefault, description, doesNothing);
    }

    Setting<T> withDefaultWords(String words) {
        DefaultValue worded = new DefaultValue(byDefault.text(), words);
        return new Setting<>(key, environmentName, flag, type, worded, description, doesNothing);
    }

    Setting<T> thatDoesNothing(String when) {
        return new Setting<>(key, environmentName, flag, type, byDefault, description, when);
    }

    static String environmentNameOf(String key) {
        return "MULTIPOOL_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    T parse(RawValue value) {
        try {
            return type.parser().apply(value.text().strip());
        } catch (IllegalArgumentException e) {
            throw new SettingsException(key + ": \"" + maskPassword(value.text()) + "\" from " + value.origin()
                    + " (expected: " + type.expected() + ")");
        }
    }

    /** A URI may hold a password, in which anything may stand, and messages end up in logs. */
    static String maskPassword(String text) {
        return text.replaceAll("//.*@", "//***@");
    }
}
