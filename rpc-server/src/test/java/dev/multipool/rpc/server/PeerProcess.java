package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Another implementation of the protocol in a JVM of its own, with its own old libraries and none of ours: its driver in
 * {@code src/test/peers} is compiled against what the build copied into {@code target/peers}.
 */
final class PeerProcess implements AutoCloseable {
    private static final long BOUND_SECONDS = 60;

    private final Process process;
    private final BufferedReader out;

    private PeerProcess(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Runs a driver with these arguments. */
    static PeerProcess start(String driver, String jars, String... arguments) throws IOException {
        Path directory = Path.of("target", "peers", jars);
        String classPath = classPath(directory, driver);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath));
        // their code generators define classes by reflection
        command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED", driver));
        command.addAll(List.of(arguments));
        return new PeerProcess(new ProcessBuilder(command)
                .redirectError(directory.resolve(driver + ".err").toFile())
                .start());
    }

    private static String classPath(Path directory, String driver) throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        String jars;
        try (Stream<Path> files = Files.list(directory)) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        int failed = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
                .run(
                        null,
                        null,
                        null,
                        "-nowarn",
                        "-proc:none",
                        "-cp",
                        jars,
                        "-d",
                        classes.toString(),
                        Path.of("src", "test", "peers", driver + ".java").toString());
        assertThat(failed).as("the driver compiles").isZero();
        return classes + File.pathSeparator + jars;
    }

    /** The port that a driver in its server role listens on. */
    int port() throws IOException {
        String line = out.readLine();
        assertThat(line).startsWith("listening ");
        return Integer.parseInt(line.substring("listening ".length()));
    }

    /** What a driver in its client role tried, and what came of it. */
    Map<String, String> outcomes() throws IOException, InterruptedException {
        Map<String, String> outcomes = new LinkedHashMap<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            int colon = line.indexOf(": ");
            outcomes.put(line.substring(0, colon), line.substring(colon + 2));
        }
        assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        return outcomes;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
        out.close();
    }
}
