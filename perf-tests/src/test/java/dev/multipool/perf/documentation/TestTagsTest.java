package dev.multipool.perf.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Each test runs by exactly one of {@code mvn verify} and {@code mvn verify -Pfull}, which is what CONTRIBUTING.md promises.
 * The tag {@code full} decides, so no name of a class may leave a test out of both. The tag {@code once} of a class only tells
 * CI that another JDK would find the same.
 */
class TestTagsTest {
    /** Classes that the plugins run: by both commands, and by {@code -Pfull} alone. */
    private static final Pattern BY_BOTH = Pattern.compile("\\w+(Test|IT)");

    private static final Pattern BY_FULL_ALONE = Pattern.compile("\\w+(Stress|Soak|Suite)");
    /** Classes that measure or show, by a profile of their own or by hand. */
    private static final Pattern NO_TESTS = Pattern.compile("\\w+(Experiment|Run)");

    private static final Pattern TEST_METHOD = Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b");
    private static final Pattern TAG = Pattern.compile("(?m)^( *)@Tags?\\b(.*)$");
    private static final String FULL = "(\"full\")";
    private static final String ONCE = "(\"once\")";

    @Test
    void everyTest_belongsToExactlyOneOfTheTwoCommands() {
        Map<Path, List<String>> wrong = new TreeMap<>();
        List<Path> sources = Documents.files("\\w+\\.java").stream()
                .filter(source -> source.toString().contains("src/test/java/"))
                .toList();

        for (Path source : sources) {
            List<String> problems = problems(nameOf(source), Documents.read(source));
            if (!problems.isEmpty()) {
                wrong.put(source, problems);
            }
        }

        assertThat(sources).hasSizeGreaterThan(300);
        assertThat(wrong).isEmpty();
    }

    @Test
    void problems_areFound() {
        String test = "class %s {\n    @Test\n    void works() {}\n}\n";

        assertThat(problems("SomeTest", "@Tag(\"ful\")\n" + test)).hasSize(1);
        assertThat(problems(
                        "SomeTest",
                        "@Tag(\"full\")\nclass SomeTest {\n    @Tag(\"full\")\n    @Test\n    void works() {}\n}\n"))
                .hasSize(1);
        assertThat(problems("SomeTest", "class SomeTest {\n    @Tag(\"once\")\n    @Test\n    void works() {}\n}\n"))
                .hasSize(1);
        assertThat(problems("SomeSoak", test)).hasSize(1);
        assertThat(problems("SomeChecks", test)).hasSize(1);
        assertThat(problems("SomeExperiment", "@Tag(\"full\")\n" + test)).hasSize(1);
        assertThat(problems("SomeIT", "@Tag(\"full\")\n" + test)).isEmpty();
        assertThat(problems("SomeIT", "@Tag(\"once\")\n" + test)).isEmpty();
        assertThat(problems("SomeIT", test)).isEmpty();
    }

    private static List<String> problems(String name, String source) {
        if (!TEST_METHOD.matcher(source).find()) {
            return List.of();
        }
        List<MatchResult> tags = TAG.matcher(source)
                .results()
                .filter(tag -> !(tag.group(1).isEmpty() && tag.group(2).strip().equals(ONCE)))
                .toList();
        boolean onClass = tags.stream().anyMatch(tag -> tag.group(1).isEmpty());
        List<String> problems = new ArrayList<>();
        tags.stream()
                .filter(tag -> !tag.group(2).strip().equals(FULL))
                .forEach(tag -> problems.add(
                        tag.group().strip() + " (expected: @Tag" + FULL + ", or @Tag" + ONCE + " on a class)"));
        if (onClass && tags.size() > 1) {
            problems.add("the class has the tag, so its methods need none");
        }
        if (BY_FULL_ALONE.matcher(name).matches() && !onClass) {
            problems.add("no tag at the class (expected: @Tag" + FULL + ", as only -Pfull runs it)");
        }
        if (NO_TESTS.matcher(name).matches() && !tags.isEmpty()) {
            problems.add("a tag at what neither command runs");
        }
        // the classes below an abstract one have the names that count
        boolean known = source.contains("abstract class " + name)
                || List.of(BY_BOTH, BY_FULL_ALONE, NO_TESTS).stream()
                        .anyMatch(pattern -> pattern.matcher(name).matches());
        if (!known) {
            problems.add("neither command runs a class of this name (expected: *Test, *IT, *Stress, *Soak or *Suite)");
        }
        return problems;
    }

    private static String nameOf(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }
}
