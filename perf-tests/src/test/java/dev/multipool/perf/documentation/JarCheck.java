package dev.multipool.perf.documentation;

import dev.multipool.perf.Experiments;
import dev.multipool.rpc.server.app.settings.ServerSettings;
import dev.multipool.rpc.server.app.settings.SettingFlags;
import dev.multipool.rpc.server.app.settings.SettingsException;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Whether the arguments of a {@code java -jar} command are taken by the very command line that the jar has. */
final class JarCheck {
    private static final Map<String, String> COMMAND_BY_JAR = Map.of(
            "multipool-server.jar", "dev.multipool.rpc.server.app.ServerCommand",
            "multipool-bench.jar", "dev.multipool.bench.app.Main",
            "multipool-lab.jar", "dev.multipool.perf.app.LabCommand");

    private JarCheck() {}

    static boolean knows(String jar) {
        return COMMAND_BY_JAR.containsKey(nameOf(jar));
    }

    /** What is wrong with it; empty when nothing is. A refusal that the document itself shows is no problem. */
    static List<String> problems(String jar, List<String> arguments, String document) {
        try {
            ParseResult parsed = parse(jar, arguments);
            if (isServer(jar)) {
                ServerSettings server = SettingsLoader.load(null, Map.of(), settings(parsed));
                if (!parsed.hasMatchedOption("--print-reference")) {
                    server.requireRedis();
                }
            }
            requireExperiment(parsed);
            return List.of();
        } catch (ParameterException | IllegalArgumentException e) {
            return List.of(String.valueOf(e.getMessage()));
        } catch (SettingsException e) {
            String message = String.valueOf(e.getMessage());
            return document.contains(message.replaceFirst(" \\(expected.*", "")) ? List.of() : List.of(message);
        }
    }

    private static void requireExperiment(ParseResult parsed) {
        if (parsed.hasSubcommand() && parsed.subcommand().hasMatchedOption("--experiment")) {
            Experiments.named(parsed.subcommand().matchedOption("--experiment").getValue());
        }
    }

    /** The settings that a server's arguments give. */
    static Map<String, String> serverSettings(List<String> arguments) {
        return settings(parse("multipool-server.jar", arguments));
    }

    private static ParseResult parse(String jar, List<String> arguments) {
        try {
            CommandLine command = new CommandLine(Class.forName(COMMAND_BY_JAR.get(nameOf(jar))));
            if (isServer(jar)) {
                SettingFlags.addTo(command.getCommandSpec());
            }
            return command.setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments.toArray(String[]::new));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> settings(ParseResult parsed) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (parsed.hasMatchedOption("--set")) {
            settings.putAll(parsed.matchedOption("--set").<Map<String, String>>getValue());
        }
        settings.putAll(SettingFlags.readGiven(parsed));
        return settings;
    }

    private static boolean isServer(String jar) {
        return nameOf(jar).equals("multipool-server.jar");
    }

    static String nameOf(String jar) {
        return jar.substring(jar.lastIndexOf('/') + 1);
    }
}
