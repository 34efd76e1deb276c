package dev.multipool.rpc.server.app.settings;

import java.util.LinkedHashMap;
import java.util.Map;

/** The page docs/reference/configuration.md, made from {@link SettingsSchema}; the same on every machine, and in ASCII. */
public final class SettingsReference {
    static final String COMMAND =
            "java -jar rpc-server/target/multipool-server.jar --print-reference > docs/reference/configuration.md";

    private static final String HEAD = """
            # Configuration: every setting of the server

            <!-- Generated from the settings' own declarations; a test compares. To write it again:
            %s
            -->

            A setting comes from a YAML file (`--config FILE`, dots are levels), from the environment, or from a flag
            (`--set KEY=VALUE`). A later one of these overrides an earlier one. A key that does not exist is an error at start,
            with code 2, and so is a value that does not fit. The error says what was expected. `--help` shows this list, and
            `/config` of the [admin port](admin.md) what holds and where it came from. Times are written `500us`, `10ms`, `5s` or
            `1m`, up to `10080m` (7 days). In the file a key may be written with dots or in levels, but once.

            `MULTIPOOL_LOG_LEVEL` is no setting but a variable of the environment, read before any setting is. It is the level of
            the log on standard error: %s.

            | flag | sets |
            |---|---|
            """;
    private static final String TABLE = """

            ## %s

            Explained in [%s](%s).

            | key, environment | default | takes | what it does | does nothing |
            |---|---|---|---|---|
            """;
    private static final String POOLS_HEAD = """

            ## Pools

            `pools.NAME`, `MULTIPOOL_POOLS_NAME` (upper case, hyphens as underscores), is a pool in one string, such as
            `fixed:threads=16,queue=1000`. Its kinds, keys and units: [pools](../../pools/README.md#a-pool). Any number of pools
            may be given; one that no method and no role names runs nothing. These are there by default:

            | key | default | there |
            |---|---|---|
            """;

    private SettingsReference() {}

    /** Writes the page in Markdown. */
    public static String markdown() {
        StringBuilder page = new StringBuilder(HEAD.formatted(COMMAND, LogLevel.describeLevels()));
        SettingFlags.byKey().forEach((key, flag) -> page.append("| `" + flag.name() + "` | `" + key + "` |\n"));
        for (SettingsGroup group : SettingsSchema.groups()) {
            page.append(TABLE.formatted(group.title(), nameOf(group.page()), group.page()));
            group.settings().forEach(setting -> page.append(writeRow(setting)));
        }
        return page.append(POOLS_HEAD).append(writePoolRows()).toString();
    }

    private static String writeRow(Setting<?> setting) {
        return "| `" + setting.key() + "`<br>`" + setting.environmentName() + "` | " + writeDefault(setting) + " | "
                + escapeCell(setting.type().expected()) + " | " + escapeCell(setting.description()) + " | "
                + escapeCell(setting.doesNothing())
                + " |\n";
    }

    /** A text that can be copied is code; words that stand for one are words. */
    private static String writeDefault(Setting<?> setting) {
        DefaultValue value = setting.byDefault();
        return value.hasWords() ? escapeCell(value.words()) : "`" + value.text() + "`";
    }

    private static String writePoolRows() {
        Map<String, String> always = PoolSchema.listDefaults(ItemLayout.COMMON_SELECT, "", "");
        Map<String, String> inIoCpu =
                new LinkedHashMap<>(PoolSchema.listDefaults(ItemLayout.IO_CPU, "2*cores", "cores+1"));
        StringBuilder rows = new StringBuilder();
        always.forEach((name, spec) -> rows.append(
                writePoolRow(name, spec, inIoCpu.containsKey(name) ? "always" : "in layout `common-select`")));
        always.keySet().forEach(inIoCpu::remove);
        inIoCpu.forEach((name, spec) -> rows.append(writePoolRow(name, spec, "in layout `io-cpu`")));
        return rows.toString();
    }

    private static String writePoolRow(String name, String spec, String when) {
        return "| `" + PoolKeys.of(name) + "` | `" + spec + "` | " + when + " |\n";
    }

    private static String escapeCell(String text) {
        return text.replace("|", "\\|");
    }

    private static String nameOf(String page) {
        return page.substring(page.lastIndexOf('/') + 1).replace(".md", "");
    }
}
