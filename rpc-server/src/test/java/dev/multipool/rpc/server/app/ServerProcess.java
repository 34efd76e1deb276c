package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The application as a process of its own that listens on a free port of loopback, with what it writes to its errors. Where
 * Maven runs the test it is the packaged jar, with the archive of its classes.
 */
public final class ServerProcess implements AutoCloseable {
    /** Names the packaged jar. */
    private static final String JAR = "test.server-jar";
    /** Such a process lives for seconds: what the second compiler does for it comes too late. */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";
    /** Comes later on the command line, where the speed of the process is the subject. */
    static final String BOTH_COMPILERS = "-XX:TieredStopAtLevel=4";

    private final Process process;
    private final BufferedReader out;
    private final Path errors;
    private final int port;

    private ServerProcess(Process process, Path errors) throws IOException {
        this.process = process;
        this.errors = errors;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        assertThat(line)
                .as(() -> "its first line; errors: " + errorLines())
                .matches("listening on 127\\.0\\.0\\.1:\\d+");
        this.port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    /** Starts one that serves. */
    static ServerProcess start(Path errors, String... arguments) throws IOException {
        return start(errors, List.of(), Map.of(), arguments);
    }

    /** Starts one that serves on this port. */
    static ServerProcess startOn(int port, Path errors, String... arguments) throws IOException {
        return start(errors, List.of(), Map.of(), port, arguments);
    }

    /** Starts one by another command, which gets the server's as its last arguments, and with these variables too. */
    static ServerProcess start(Path errors, List<String> by, Map<String, String> environment, String... arguments)
            throws IOException {
        return start(errors, by, environment, 0, arguments);
    }

    private static ServerProcess start(
            Path errors, List<String> by, Map<String, String> environment, int port, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(by);
        List<String> all = new ArrayList<>(
                List.of("--host", "127.0.0.1", "--port", Integer.toString(port), "--set", "server.warm-up=0ms"));
        all.addAll(Arrays.asList(arguments));
        command.addAll(command(List.of("-Xmx512m"), Main.class, all));
        return start(errors, command, environment);
    }

    /** Starts another application that prints, as this one does, where it listens. */
    static ServerProcess startOf(Class<?> main, Path errors, List<String> jvmOptions, String... arguments)
            throws IOException {
        return start(errors, command(jvmOptions, main, List.of(arguments)), Map.of());
    }

    private static ServerProcess start(Path errors, List<String> command, Map<String, String> environment)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            return new ServerProcess(process, errors);
        } catch (IOException | RuntimeException | Error e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Launches one that need not serve: its standard output is the process's input stream, its log goes to a file. */
    public static Process launch(Path log, List<String> jvmOptions, List<String> arguments) throws IOException {
        return describe(log, jvmOptions, arguments).start();
    }

    /** What {@link #launch} starts, for changes of its environment. */
    static ProcessBuilder describe(Path log, List<String> jvmOptions, List<String> arguments) {
        return new ProcessBuilder(command(jvmOptions, Main.class, arguments)).redirectError(log.toFile());
    }

    private static Path archive(Path jar) {
        return jar.resolveSibling(jar.getFileName().toString().replace(".jar", ".jsa"));
    }

    /** What starts an application. */
    private static List<String> command(List<String> jvmOptions, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), ONE_COMPILER));
        Path jar = Path.of(System.getProperty(JAR, ""));
        if (main == Main.class && Files.isRegularFile(jar)) {
            // of another JDK it is no archive, and no reason to print more than the application does
            command.addAll(List.of("-Xlog:disable", "-Xlog:all=off", "-XX:SharedArchiveFile=" + archive(jar)));
            command.addAll(List.of("-cp", jar.toString()));
        } else {
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        }
        if (Runtime.version().feature() >= 24) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(jvmOptions);
        command.add(main.getName());
        command.addAll(arguments);
        return command;
    }

    int port() {
        return port;
    }

    long processId() {
        return process.pid();
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM; its exit code. */
    int terminate() throws InterruptedException {
        // Process.destroy() would close the output too
        process.toHandle().destroy();
        return exitCode();
    }

    /** Its exit code, when it ends by itself. */
    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ended").isTrue();
        return process.exitValue();
    }

    /** The next line that it printed, or will print. */
    String nextLine() throws IOException {
        return String.valueOf(out.readLine());
    }

    List<String> errorLines() {
        try {
            return Files.readAllLines(errors);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    List<String> errorLines(String with) {
        return errorLines().stream().filter(line -> line.contains(with)).toList();
    }

    /** Open file descriptors, by Linux' word. */
    int descriptors() {
        try (Stream<Path> open = Files.list(proc("fd"))) {
            return (int) open.count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A file that Linux has about the process. */
    Path proc(String name) {
        return Path.of("/proc", Long.toString(process.pid()), name);
    }

    @Override
    public void close() throws IOException {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        out.close();
    }
}
