package dev.multipool.rpc.server.app.settings;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The one variable of ours that is no setting: {@code logback.xml} reads it before there are any. */
final class LogLevel {
    static final String VARIABLE = "MULTIPOOL_LOG_LEVEL";
    private static final String DEFAULT = "INFO";
    private static final List<String> LEVELS = List.of("TRACE", "DEBUG", DEFAULT, "WARN", "ERROR", "OFF");

    private LogLevel() {}

    /**
     * Requires that the variable, where it is set, is a level.
     *
     * @throws SettingsException when it is none; Logback would take that for DEBUG
     */
    static void requireKnown(Map<String, String> environment) {
        String level = environment.getOrDefault(VARIABLE, DEFAULT);
        if (!LEVELS.contains(level.toUpperCase(Locale.ROOT))) {
            throw new SettingsException(VARIABLE + ": \"" + level + "\" (expected: one of " + LEVELS + ")");
        }
    }

    /** Its levels for the reference: {@code `DEBUG`, `INFO` (the default) or `WARN`}. */
    static String describeLevels() {
        return ValueTypes.alternatives(LEVELS.stream()
                .map(level -> "`" + level + "`" + (level.equals(DEFAULT) ? " (the default)" : ""))
                .toList());
    }
}
