package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
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
    /** Of each driver, compiled once. */
    private static final Map<String, String> CLASS_PATHS = new ConcurrentHashMap<>();

    private final Process process;
    private final BufferedReader out;
    private int port;

    private PeerProcess(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Runs a driver with these arguments. */
    static PeerProcess start(String driver, String jars, String... arguments) throws IOException {
        Path directory = Path.of("target", "peers", jars);
        String classPath = CLASS_PATHS.computeIfAbsent(driver, ignored -> classPath(directory, driver));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath));
        // they start several times and run for seconds
        command.add("-XX:TieredStopAtLevel=1");
        // their code generators define classes by reflection
        command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED", driver));
        command.addAll(List.of(arguments));
        return new PeerProcess(new ProcessBuilder(command)
                .redirectError(
                        directory.resolve(driver + "-" + arguments[0] + ".err").toFile())
                .start());
    }

    private static String classPath(Path directory, String driver) {
        Path classes = directory.resolve("classes");
        String jars;
        try (Stream<Path> files = Files.list(directory)) {
            Files.createDirectories(classes);
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
        if (port == 0) {
            String line = out.readLine();
            assertThat(line).startsWith("listening ");
            port = Integer.parseInt(line.substring("listening ".length()));
        }
        return port;
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
