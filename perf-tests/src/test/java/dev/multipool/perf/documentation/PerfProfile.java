package dev.multipool.perf.documentation;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What {@code mvn verify -Pperf} runs when it has built: the laboratory, with arguments made of the command's properties. */
final class PerfProfile {
    private static final String POM = Documents.read(Path.of("perf-tests/pom.xml"));
    private static final Pattern ARGUMENTS =
            Pattern.compile("<commandlineArgs>(-jar \"[^<]*multipool-lab\\.jar\"[^<]*)</commandlineArgs>");
    private static final Pattern PROPERTY = Pattern.compile("<(perf\\.\\w+)(?:/>|>([^<]*)</)");

    private PerfProfile() {}

    /** Whether a command measures by this profile; a project of the archetype has another of that name. */
    static boolean isUsedBy(ShownCommand command) {
        return command.program().equals("mvn") && command.words().contains("-Pperf") && !command.isOfGeneratedProject();
    }

    /** The words of what the profile runs. */
    static List<String> labCommand(ShownCommand maven) {
        Matcher arguments = ARGUMENTS.matcher(POM);
        if (!arguments.find()) {
            throw new AssertionError("perf-tests/pom.xml does not run the laboratory as it did");
        }
        String line = arguments.group(1).replace("${project.build.directory}", "perf-tests/target");
        for (Map.Entry<String, String> property : properties(maven).entrySet()) {
            line = line.replace("${" + property.getKey() + "}", property.getValue());
        }
        if (line.contains("${")) {
            throw new AssertionError("no value of a property in: " + line);
        }
        return Stream.concat(Stream.of("java"), ShellWords.of(line).stream()).toList();
    }

    private static Map<String, String> properties(ShownCommand maven) {
        Map<String, String> values = new LinkedHashMap<>();
        PROPERTY.matcher(POM).results().forEach(property -> values.put(property.group(1), textOf(property)));
        maven.words().stream()
                .filter(word -> word.startsWith("-Dperf."))
                .map(word -> word.substring(2).split("=", 2))
                .forEach(assignment -> values.put(assignment[0], assignment[1]));
        return values;
    }

    private static String textOf(MatchResult property) {
        return property.group(2) == null ? "" : property.group(2);
    }
}
