package dev.multipool.rpc.server.app.settings;

import java.util.Optional;
import java.util.function.Function;

/**
 * The texts that a setting takes: the words for them and what reads them.
 *
 * @param expected the texts, for messages and for the reference: {@code 0 to 65535}
 * @param parser reads a text; throws IllegalArgumentException when it does not fit
 * @param <T> the setting's type
 */
record ValueType<T>(String expected, Function<String, T> parser) {
    /** Takes this word too, which is read as empty. */
    ValueType<Optional<T>> or(String word) {
        return new ValueType<>(
                word + ", or " + expected,
                text -> text.equals(word) ? Optional.empty() : Optional.of(parser.apply(text)));
    }

    /** Names a further rule, which is checked where all settings are known. */
    ValueType<T> withRule(String rule) {
        return new ValueType<>(expected + ", " + rule, parser);
    }
}
