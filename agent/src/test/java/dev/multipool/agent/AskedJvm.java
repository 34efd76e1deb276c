package dev.multipool.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own that runs a program of the tests, tells figures when it is asked, and ends when it is closed. */
final class AskedJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;
    private final Path err;

    private AskedJvm(Process process, Path err) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.err = err;
    }

    /** Starts the program, by way of another command such as {@code taskset} if there is one. */
    static AskedJvm start(List<String> by, List<String> flags, Class<?> program, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(by);
        command.addAll(ChildJvm.command(flags, List.of(), program, arguments));
        Path err = Files.createTempFile("asked", ".err");
        return new AskedJvm(
                new ProcessBuilder(command).redirectError(err.toFile()).start(), err);
    }

    /** Sends a line. */
    void ask(String question) throws IOException {
        process.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Waits for the next figure and returns it. */
    double await(String figure) throws IOException {
        String line = answers.readLine();
        if (line == null || !line.startsWith(figure + " ")) {
            throw new AssertionError(line + " (expected: " + figure + "): " + Files.readString(err));
        }
        return Double.parseDouble(line.substring(figure.length() + 1));
    }

    /** What the agent has said so far. */
    List<String> complaints() throws IOException {
        return ChildJvm.complaints(Files.readAllLines(err));
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.waitFor(10, TimeUnit.SECONDS);
            Files.deleteIfExists(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
