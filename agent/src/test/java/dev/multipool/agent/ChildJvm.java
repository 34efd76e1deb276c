package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM of its own, with the agent, that runs a program of the tests: what it prints are figures. */
final class ChildJvm {

    static final Path HOME = Path.of(System.getProperty("java.home"));
    static final Path AGENT = Path.of("target", "multipool-agent.jar").toAbsolutePath();
    /** For tasks that do next to nothing: measuring is a large part of what they cost, and goes on all the same. */
    static final String AT_ANY_COST = "own-cost=1000";

    static final String MEASURED = "-javaagent:" + AGENT + "=" + AT_ANY_COST;

    private ChildJvm() {}

    /** Runs the program, measured at any cost, and returns its figures, by name. */
    static Figures run(Class<?> program, String... arguments) throws IOException, InterruptedException {
        return run(List.of(MEASURED), program, arguments);
    }

    /** Runs the program with these flags and returns its figures, by name. */
    static Figures run(List<String> flags, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        return run(flags, List.of(), 100, program, arguments);
    }

    /** Runs the program with more on its class path, for so many seconds at most, and returns its figures, by name. */
    static Figures run(List<String> flags, List<Path> more, long seconds, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("child", ".out");
        Path err = Files.createTempFile("child", ".err");
        try {
            List<String> allFlags = new ArrayList<>(flags);
            // it ends before a second compiler has saved the time that it takes
            allFlags.add("-XX:TieredStopAtLevel=1");
            Process process = new ProcessBuilder(command(HOME, allFlags, more, program, arguments))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            try {
                assertThat(process.waitFor(seconds, TimeUnit.SECONDS))
                        .as("ended: %s", Files.readString(out))
                        .isTrue();
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.exitValue()).as(Files.readString(err)).isZero();
            return new Figures(figures(Files.readAllLines(out)), complaints(Files.readAllLines(err)));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    static List<String> complaints(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("multipool-agent:"))
                .toList();
    }

    static List<String> command(Path home, List<String> flags, List<Path> more, Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/java").toString());
        command.add("-Xmx256m");
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(more), program.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** An application's: nothing of the agent and of what it uses, but for the programs. */
    private static String classPath(List<Path> more) {
        Stream<String> ours = Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry -> Stream.of(
                                "/agent/target/classes", "/multipool-", "/pools/target/classes", "byte-buddy")
                        .noneMatch(entry::contains));
        return Stream.concat(more.stream().map(Path::toString), ours).collect(Collectors.joining(File.pathSeparator));
    }

    static Map<String, Double> figures(List<String> lines) {
        Map<String, Double> figures = new TreeMap<>();
        for (String line : lines) {
            int space = line.indexOf(' ');
            figures.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
        }
        return figures;
    }
}
