package dev.multipool.rpc.server.app.settings;

import java.util.Locale;
import java.util.function.Function;

/**
 * One setting: its name, its type, and the words that explain it.
 *
 * @param key as in the YAML file, with dots between levels
 * @param environmentName the environment variable that sets it
 * @param defaultText the default, as one would write it
 * @param defaultWords the default for a text that holds on every machine, where {@code defaultText} is of this one
 * @param expected the values it takes, for messages: {@code 0 to 65535}
 * @param description one sentence, with the unit where there is one
 * @param doesNothing when setting it changes nothing, to follow "does nothing"; empty where there is no such case to know
 * @param parser reads a text; throws IllegalArgumentException when it does not fit
 * @param <T> the setting's type
 */
record Setting<T>(
        String key,
        String environmentName,
        String defaultText,
        String defaultWords,
        String expected,
        String description,
        String doesNothing,
        Function<String, T> parser) {

    static <T> Setting<T> of(
            String key, String defaultText, String expected, String description, Function<String, T> parser) {
        return new Setting<>(key, environmentNameOf(key), defaultText, defaultText, expected, description, "", parser);
    }

    Setting<T> withEnvironmentName(String name) {
        return new Setting<>(key, name, defaultText, defaultWords, expected, description, doesNothing, parser);
    }

    Setting<T> withDefaultWords(String words) {
        return new Setting<>(key, environmentName, defaultText, words, expected, description, doesNothing, parser);
    }

    Setting<T> thatDoesNothing(String when) {
        return new Setting<>(key, environmentName, defaultText, defaultWords, expected, description, when, parser);
    }

    static String environmentNameOf(String key) {
        return "MULTIPOOL_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    T parse(RawValue value) {
        try {
            return parser.apply(value.text().strip());
        } catch (IllegalArgumentException e) {
            throw new SettingsException(key + ": \"" + withoutPassword(value.text()) + "\" from " + value.origin()
                    + " (expected: " + expected + ")");
        }
    }

    /** A URI may hold a password, in which anything may stand, and messages end up in logs. */
    static String withoutPassword(String text) {
        return text.replaceAll("//.*@", "//***@");
    }
}
