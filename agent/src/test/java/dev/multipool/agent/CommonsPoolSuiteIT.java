package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.SuiteProgram;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tests of Apache Commons Pool, from the sources that it publishes, with the agent and without: those classes that {@code
 * -Dsuite.classes} names by a regular expression, else all.
 */
@Tag("full")
@Timeout(1200)
class CommonsPoolSuiteIT {

    private static final Pattern SOURCES = Pattern.compile("commons-pool2-[^/]*-test-sources\\.jar$");
    /** These need one library more. */
    private static final String LEFT_OUT = "CglibProxy";

    private static final long SECONDS = 900;
    private static final String CLASSES = System.getProperty("suite.classes", ".*Test[^.]*");

    @TempDir
    private Path tests;

    @Test
    void whatPassesWithoutTheAgent_passesWithIt() throws Exception {
        compile(unpack());

        // both at once, since they take minutes
        ExecutorService runs = Executors.newFixedThreadPool(2);
        List<Future<Map<String, Double>>> results =
                runs.invokeAll(List.of(() -> run(List.of()), () -> run(List.of("-javaagent:" + ChildJvm.AGENT))));
        runs.shutdown();
        Map<String, Double> without = results.get(0).get();
        Map<String, Double> with = results.get(1).get();

        List<String> failing = failures(without);
        System.out.printf(
                Locale.ROOT,
                "%d tests of Commons Pool; without the agent these fail: %s; with it: %s%n",
                without.size(),
                failing,
                failures(with));
        List<String> broken = failures(with);
        broken.removeAll(failing);
        assertThat(broken).isEmpty();
        assertThat(with.keySet()).isEqualTo(without.keySet());
        assertThat(with).isNotEmpty();
    }

    private Map<String, Double> run(List<String> flags) throws IOException, InterruptedException {
        Figures figures = ChildJvm.run(flags, List.of(tests), SECONDS, SuiteProgram.class, tests.toString(), CLASSES);
        assertThat(figures.complaints()).isEmpty();
        return figures.byName();
    }

    private static List<String> failures(Map<String, Double> results) {
        List<String> failures = new ArrayList<>();
        new TreeMap<>(results).forEach((test, passed) -> {
            if (passed == 0) {
                failures.add(test);
            }
        });
        return failures;
    }

    /** Unpacks the sources, and what else there is, and returns the sources. */
    private List<Path> unpack() throws IOException {
        String jar = Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry -> SOURCES.matcher(entry).find())
                .findFirst()
                .orElseThrow();
        List<Path> sources = new ArrayList<>();
        try (InputStream packed = Files.newInputStream(Path.of(jar));
                ZipInputStream entries = new ZipInputStream(packed)) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path file = tests.resolve(entry.getName());
                if (!entry.isDirectory() && !entry.getName().contains(LEFT_OUT)) {
                    Files.createDirectories(file.getParent());
                    Files.write(file, entries.readAllBytes());
                    if (entry.getName().endsWith(".java")) {
                        sources.add(file);
                    }
                }
            }
        }
        return sources;
    }

    private void compile(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean isCompiled = compiler.getTask(
                            said,
                            files,
                            null,
                            List.of("-d", tests.toString(), "-proc:none", "-nowarn", "-Xlint:none"),
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(isCompiled).as(said.toString()).isTrue();
        }
    }
}
