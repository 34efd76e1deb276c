package dev.multipool.rpc.server.app.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The flags of the command line that settings declare for themselves. */
public final class SettingFlags {
    private SettingFlags() {}

    /** The flags by the key of the setting that each sets. */
    public static Map<String, CommandFlag> byKey() {
        Map<String, CommandFlag> flags = new LinkedHashMap<>();
        for (Setting<?> setting : SettingsSchema.all()) {
            CommandFlag flag = setting.flag();
            if (flag != null) {
                flags.put(setting.key(), flag);
            }
        }
        return flags;
    }

    /** Adds the flags to a command line. */
    public static void addTo(CommandSpec command) {
        byKey().forEach((key, flag) -> command.addOption(OptionSpec.builder(flag.name())
                .paramLabel(flag.valueLabel())
                .type(String.class)
                .description("sets " + key)
                .build()));
    }

    /** Reads the texts of the flags that were given, by the key of the setting. */
    public static Map<String, String> readGiven(ParseResult parsed) {
        Map<String, String> given = new LinkedHashMap<>();
        byKey().forEach((key, flag) -> {
            if (parsed.hasMatchedOption(flag.name())) {
                given.put(key, parsed.matchedOption(flag.name()).getValue());
            }
        });
        return given;
    }
}
