package dev.multipool.perf.documentation;

import dev.multipool.rpc.server.app.settings.SettingsException;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command of documents with a jar of ours, as {@link DocumentedCommandsRun} and {@link DocumentedServersRun} run it: as shown,
 * but for its times and counts, which are cut short.
 *
 * @param shown the first that shows it; others may be the same once they are cut short
 * @param jvmArguments before {@code -jar}
 * @param jar its path from the root
 * @param arguments after the jar
 */
record JarCommand(ShownCommand shown, List<String> jvmArguments, String jar, List<String> arguments) {
    /** Where {@code multipool-NAME.jar} is built; a document may name it alone. */
    private static final Map<String, String> FOLDER_BY_JAR = Map.of(
            "multipool-server.jar", "rpc-server/target/",
            "multipool-bench.jar", "client-bench/target/",
            "multipool-lab.jar", "perf-tests/target/");

    private static final Map<String, String> SHORT_RUNS =
            Map.of("--warmup", "200ms", "--duration", "1s", "--repeats", "1", "--retries", "0", "--patience", "0s");
    /** A profile is made of runs that count, so the server must be warm. */
    private static final Map<String, String> WARM_RUNS =
            Map.of("--warmup", "5s", "--duration", "1s", "--repeats", "1", "--retries", "1", "--patience", "0s");

    private static final Map<String, String> SHORT_WINDOWS =
            Map.of("--rounds", "1", "--warmup", "200ms", "--duration", "1s", "--users", "8");
    /** By the command's name; the experiments', the search's and the validation's runs that follow the first are not waited for. */
    private static final Map<String, Map<String, String>> CUT_SHORT = Map.ofEntries(
            Map.entry("multipool-bench run", Map.of("--warmup", "1s", "--duration", "1s")),
            Map.entry("multipool-lab run", SHORT_RUNS),
            Map.entry("multipool-lab search", SHORT_RUNS),
            Map.entry("multipool-lab grid", SHORT_RUNS),
            Map.entry("multipool-lab validate", SHORT_RUNS),
            Map.entry("multipool-lab calibrate", WARM_RUNS),
            Map.entry("multipool-lab peers", SHORT_WINDOWS),
            Map.entry("multipool-lab nested-cost", SHORT_WINDOWS),
            Map.entry("multipool-lab start-time", Map.of("--rounds", "1")),
            Map.entry("multipool-lab idle-connections", Map.of("--connections", "100")),
            Map.entry("multipool-lab advise", Map.of("--window", "2s")));

    /** What a command promises, and so how it is run. */
    enum Way {
        /** Ends by itself, at once or after its measurement, with 0. */
        ENDS,
        /** The server does not start, and says why: the document shows it. */
        IS_REFUSED,
        /** Serves until SIGTERM. */
        SERVES,
        /** Calls a server that another command has started. */
        CALLS,
        /** Reads such a server's pools under load, and may resize them. */
        ADVISES,
        /** Makes runs for minutes: it is interrupted before the first run, or after that, and leaves a result of it. */
        MEASURES
    }

    /**
     * The commands that are run, each once. An experiment that is shown with more options, too, is run with these alone.
     */
    static List<JarCommand> distinct(List<ShownCommand> shown) {
        Collection<JarCommand> all = shown.stream()
                .flatMap(command -> of(command).stream())
                .collect(Collectors.toMap(
                        command -> List.of(
                                command.jvmArguments,
                                command.jar,
                                command.arguments.stream().sorted().toList()),
                        Function.identity(),
                        (first, same) -> first,
                        LinkedHashMap::new))
                .values();
        return all.stream()
                .filter(command -> all.stream().noneMatch(other -> other.isMoreThan(command)))
                .toList();
    }

    /** Those of all documents that keep this kind of promise. */
    static Stream<JarCommand> commands(Way way) {
        return DocumentedCommandsTest.runHere().stream().filter(command -> command.way() == way);
    }

    private boolean isMoreThan(JarCommand other) {
        return way() == Way.MEASURES
                && other.way() == Way.MEASURES
                && arguments.size() > other.arguments.size()
                && arguments.containsAll(other.arguments);
    }

    /** What is run for a shown command; empty when it is neither with a jar of ours nor Maven's way to the laboratory's. */
    static Optional<JarCommand> of(ShownCommand shown) {
        List<String> words = PerfProfile.isUsedBy(shown) ? PerfProfile.labCommand(shown) : shown.words();
        int jar = words.indexOf("-jar") + 1;
        if (!words.get(0).equals("java") || jar == 0 || jar == words.size() || !JarCheck.knows(words.get(jar))) {
            return Optional.empty();
        }
        List<String> jvmArguments = words.subList(1, jar - 1);
        if (jvmArguments.stream().anyMatch(argument -> argument.startsWith("@"))) {
            // options that something else has to write first
            return Optional.empty();
        }
        String file = JarCheck.nameOf(words.get(jar));
        List<String> arguments = words.subList(jar + 1, words.size());
        String name = file.replace(".jar", "") + (arguments.isEmpty() ? "" : " " + arguments.get(0));
        return Optional.of(new JarCommand(
                shown,
                List.copyOf(jvmArguments),
                FOLDER_BY_JAR.get(file) + file,
                onThisMachine(arguments.contains("--list") ? arguments : cutShort(name, arguments))));
    }

    private static List<String> cutShort(String name, List<String> arguments) {
        List<String> cut = new ArrayList<>(with(arguments, cuts(name)));
        if (name.equals("multipool-lab run")) {
            // beside what else is set
            cut.addAll(List.of("--set", "server.warm-up=0ms"));
        }
        return List.copyOf(cut);
    }

    Way way() {
        if (isServer()) {
            return has("--print-reference") ? Way.ENDS : refusal().isPresent() ? Way.IS_REFUSED : Way.SERVES;
        }
        return switch (arguments.get(0)) {
            case "search", "grid", "validate" -> Way.MEASURES;
            case "run" -> has("--target") ? Way.CALLS : has("--list") ? Way.ENDS : Way.MEASURES;
            case "advise" -> Way.ADVISES;
            case "report",
                    "init",
                    "check",
                    "compare",
                    "published",
                    "calibrate",
                    "predict",
                    "nested-cost",
                    "peers",
                    "start-time",
                    "idle-connections" -> Way.ENDS;
            default ->
                throw new IllegalArgumentException(this + " (expected: a command whose promise -Pdocumented knows)");
        };
    }

    boolean isServer() {
        return jar.endsWith("multipool-server.jar");
    }

    boolean has(String option) {
        return arguments.contains(option);
    }

    /** The value of an option, where it has one. */
    Optional<String> value(String option) {
        int index = arguments.indexOf(option);
        return index < 0 ? Optional.empty() : Optional.of(arguments.get(index + 1));
    }

    /** What a server says when its settings are wrong: the key and the value. */
    Optional<String> refusal() {
        try {
            SettingsLoader.load(null, Map.of(), JarCheck.serverSettings(arguments))
                    .requireRedis();
            return Optional.empty();
        } catch (SettingsException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** The same for so long. */
    JarCommand during(String duration) {
        return new JarCommand(shown, jvmArguments, jar, with(arguments, Map.of("--duration", duration)));
    }

    /** Gives each option its value: in the place of the one that is there, else at the end. */
    private static List<String> with(List<String> arguments, Map<String, String> values) {
        List<String> changed = new ArrayList<>(arguments);
        values.forEach((option, value) -> {
            int index = changed.indexOf(option);
            if (index < 0) {
                changed.add(option);
                changed.add(value);
            } else {
                changed.set(index + 1, value);
            }
        });
        return List.copyOf(changed);
    }

    /** Sorted, so that commands that are the same but for these are the same when cut short. */
    private static Map<String, String> cuts(String name) {
        return new TreeMap<>(CUT_SHORT.getOrDefault(name, Map.of()));
    }

    /** Another JDK lies elsewhere on each machine: the servers get the one at hand. */
    private static List<String> onThisMachine(List<String> arguments) {
        return arguments.contains("--java-home")
                ? with(arguments, Map.of("--java-home", System.getProperty("java.home")))
                : arguments;
    }

    @Override
    public String toString() {
        return shown.document() + ": " + String.join(" ", jvmArguments) + " -jar " + jar + " "
                + String.join(" ", arguments);
    }
}
