package dev.multipool.rpc.server.app.settings;

/** What {@code --help} says of the settings. */
public final class SettingsHelp {
    private SettingsHelp() {}

    /** Describes every setting with its environment variable, default and range. */
    public static String describeAll() {
        StringBuilder text = new StringBuilder();
        for (Setting<?> setting : SettingsSchema.all()) {
            text.append(describe(
                            setting.key(),
                            setting.description(),
                            setting.byDefault().text()))
                    .append("      ")
                    .append(setting.type().expected())
                    .append("; ")
                    .append(setting.environmentName())
                    .append('\n');
        }
        text.append(describe(
                        PoolKeys.of("NAME"),
                        "A pool; business is there always, common, select, io and cpu when queryItems uses them",
                        PoolSchema.DEFAULT))
                .append("      fixed, cached, eager, virtual or direct, as in fixed:threads=N[,queue=N]; ")
                .append(Setting.environmentNameOf(PoolKeys.of("NAME")));
        return text.toString();
    }

    private static String describe(String key, String description, String defaultText) {
        return "  " + key + " = " + defaultText + "\n      " + description + ".\n";
    }
}
