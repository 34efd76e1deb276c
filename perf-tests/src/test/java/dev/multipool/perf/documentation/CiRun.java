package dev.multipool.perf.documentation;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The commands of Maven and Java that {@code .ci/run} runs, itself or by a script beside it, and which shown ones these are. */
final class CiRun {
    private static final List<String> SCRIPTS = List.of(".ci/run", ".ci/first-service");
    private static final List<String> PHASES =
            List.of("process-classes", "compile", "test-compile", "test", "package", "verify", "install", "deploy");
    /** How long or how much: any other value is the same command. */
    private static final Set<String> AMOUNTS =
            Set.of("soak.duration", "attack.duration", "jmh.args", "fuzz.inputs", "suite.classes");
    /** What a command that asks for less than another leaves out. */
    private static final Set<String> SKIPS = Set.of("skipTests", "skipUnitTests", "skipITs");

    private static final List<ShownCommand> COMMANDS =
            SCRIPTS.stream().flatMap(script -> commands(Path.of(script))).toList();

    private CiRun() {}

    static List<ShownCommand> commands() {
        return COMMANDS;
    }

    /** Whether one of them is this one: as shown, with another amount, for more modules or tests at once, or with more to do. */
    static boolean covers(ShownCommand shown) {
        if (!shown.program().equals("mvn")) {
            return COMMANDS.stream().anyMatch(command -> command.words().equals(shown.words()));
        }
        return !shown.isOfGeneratedProject()
                && COMMANDS.stream()
                        .filter(command -> command.program().equals("mvn"))
                        .anyMatch(command -> covers(new Maven(command), new Maven(shown)));
    }

    private static boolean covers(Maven command, Maven shown) {
        return command.phase() >= shown.phase()
                && command.goals().containsAll(shown.goals())
                && command.profiles().containsAll(shown.profiles())
                && command.modules().isEmpty() == shown.modules().isEmpty()
                && command.modules().containsAll(shown.modules())
                && (shown.modules().isEmpty() || command.has("-am") == shown.has("-am"))
                && shown.properties().stream().allMatch(property -> covers(command, property))
                && command.properties().stream().allMatch(property -> skipsNothingOf(shown, property));
    }

    private static boolean covers(Maven command, String property) {
        String name = property.replaceFirst("=.*", "");
        if (SKIPS.contains(name)) {
            return true;
        }
        return command.properties().stream()
                .filter(other -> other.replaceFirst("=.*", "").equals(name))
                .anyMatch(other -> AMOUNTS.contains(name) || values(other).containsAll(values(property)));
    }

    /** A command that leaves out tests, or runs only some, is not one that is shown for its tests. */
    private static boolean skipsNothingOf(Maven shown, String property) {
        boolean some = property.startsWith("test=") || property.startsWith("it.test=");
        if (some || !SKIPS.contains(property)) {
            return !some || shown.startsWithOneOf("test=", "it.test=");
        }
        return shown.properties().contains(property)
                || shown.properties().contains("skipTests")
                || shown.phase() < PHASES.indexOf("test")
                || !shown.profiles().isEmpty()
                || (property.equals("skipITs") && shown.startsWithOneOf("test="))
                || (property.equals("skipUnitTests") && shown.startsWithOneOf("it.test="));
    }

    /** Of tests the classes: some methods are the same command, cut short. */
    private static List<String> values(String property) {
        return Arrays.asList(
                property.replaceFirst("[^=]*=?", "").replaceAll("#[^,]*", "").split(",", -1));
    }

    private static Stream<ShownCommand> commands(Path script) {
        return Documents.read(script)
                .replaceAll("\\\\\\n\\s*", " ")
                .lines()
                .map(String::strip)
                // mvn with the classes that were built already
                .map(line -> line.replaceFirst("^as_time_allows ", "").replaceFirst("^again ", "mvn "))
                .map(line -> new ShownCommand(script, line, ShellWords.of(line)))
                .filter(command -> !command.words().isEmpty())
                .filter(command -> Set.of("mvn", "java").contains(command.program()));
    }

    /** What a Maven command line asks for. */
    private record Maven(ShownCommand command) {
        int phase() {
            return command.words().stream().mapToInt(PHASES::indexOf).max().orElse(-1);
        }

        List<String> goals() {
            return command.words().stream()
                    .filter(word -> word.matches("[\\w-]+:[\\w-]+"))
                    .toList();
        }

        List<String> profiles() {
            return startingWith("-P");
        }

        List<String> properties() {
            return startingWith("-D");
        }

        List<String> modules() {
            List<String> after = command.after("-pl");
            return after.isEmpty() ? List.of() : Arrays.asList(after.get(0).split(",", -1));
        }

        boolean startsWithOneOf(String... names) {
            return properties().stream()
                    .anyMatch(property -> Arrays.stream(names).anyMatch(property::startsWith));
        }

        boolean has(String word) {
            return command.words().contains(word);
        }

        private List<String> startingWith(String option) {
            return command.words().stream()
                    .filter(word -> word.startsWith(option))
                    .map(word -> word.substring(2))
                    .toList();
        }
    }
}
