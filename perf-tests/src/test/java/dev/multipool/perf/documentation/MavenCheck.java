package dev.multipool.perf.documentation;

import static dev.multipool.perf.documentation.Documents.ROOT;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether a {@code mvn} command can run here: its phases and goals, profiles, modules, test classes and properties are there. */
final class MavenCheck {
    private static final Set<String> PHASES = Set.of(
            "clean", "process-classes", "compile", "test-compile", "test", "package", "verify", "install", "deploy");
    private static final Set<String> GOALS = Set.of(
            "spotless:apply", "exec:java", "jib:buildTar", "archetype:generate", "versions:display-property-updates");
    private static final Set<String> FLAGS = Set.of("-q", "-am", "-o", "-B", "-N", "-T2", "--batch-mode");
    /** Of Maven's plugins; any other must be in a pom or read by a test. */
    private static final Set<String> PROPERTIES = Set.of(
            "test",
            "it.test",
            "skipTests",
            "skipITs",
            "surefire.failIfNoSpecifiedTests",
            "failsafe.failIfNoSpecifiedTests",
            "exec.mainClass",
            "exec.classpathScope",
            "exec.args",
            "jib.containerize",
            "goals",
            "outputDirectory",
            "archetypeGroupId",
            "archetypeArtifactId",
            "archetypeVersion",
            "groupId",
            "artifactId",
            "package",
            "port");

    private static final Set<String> OF_TESTS = Set.of("fuzz.inputs", "fuzz.seed", "suite.classes");

    private static final String POMS = poms();
    private static final List<String> CLASSES = classes();

    private MavenCheck() {}

    /** What is wrong with it; empty when nothing is. */
    static List<String> problems(List<String> words) {
        List<String> problems = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("-pl")) {
                i++;
                modules(words.get(i), problems);
            } else if (word.startsWith("-P")) {
                require(POMS.contains("<id>" + word.substring(2) + "</id>"), "no profile of " + word, problems);
            } else if (word.startsWith("-D")) {
                property(word.substring(2), problems);
            } else if (word.startsWith("-")) {
                require(FLAGS.contains(word), "unknown option " + word, problems);
            } else {
                require(PHASES.contains(word) || GOALS.contains(word), "unknown phase or goal " + word, problems);
            }
        }
        return problems;
    }

    private static void modules(String list, List<String> problems) {
        Arrays.stream(list.split(","))
                .map(module -> module.replaceFirst("^!", ""))
                .forEach(module -> require(
                        Files.isRegularFile(ROOT.resolve(module).resolve("pom.xml")), "no module " + module, problems));
    }

    private static void property(String assignment, List<String> problems) {
        String name = assignment.replaceFirst("=.*", "");
        String value = assignment.substring(Math.min(assignment.length(), name.length() + 1));
        require(
                PROPERTIES.contains(name)
                        || OF_TESTS.contains(name)
                        || POMS.contains("<" + name + ">")
                        || POMS.contains("<" + name + "/>")
                        || POMS.contains("${" + name + "}"),
                "no pom has the property " + name,
                problems);
        if (name.equals("test") || name.equals("it.test")) {
            Arrays.stream(value.replaceAll("#[^,]*", "").split(",", -1))
                    .forEach(test -> require(CLASSES.contains(test), "no test class " + test, problems));
        }
        if (name.equals("exec.mainClass")) {
            require(CLASSES.contains(value.replaceFirst(".*\\.", "")), "no class " + value, problems);
        }
    }

    private static void require(boolean holds, String problem, List<String> problems) {
        if (!holds) {
            problems.add(problem);
        }
    }

    private static String poms() {
        return Documents.files("pom\\.xml").stream().map(Documents::read).collect(Collectors.joining());
    }

    private static List<String> classes() {
        return Documents.files("\\w+\\.java").stream()
                .map(source -> source.getFileName().toString().replace(".java", ""))
                .toList();
    }
}
