package dev.multipool.agent;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
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
        return start(by, ChildJvm.HOME, flags, program, arguments);
    }

    /** Starts the program in that JDK or smaller runtime. */
    static AskedJvm startIn(Path home, List<String> flags, Class<?> program, String... arguments) throws IOException {
        return start(List.of(), home, flags, program, arguments);
    }

    private static AskedJvm start(List<String> by, Path home, List<String> flags, Class<?> program, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(by);
        command.addAll(ChildJvm.command(home, flags, List.of(), program, arguments));
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

    /** Waits for the end of the program and returns the figures that are left. */
    Figures figures() throws IOException {
        List<String> lines = answers.lines().toList();
        return new Figures(ChildJvm.figures(lines), complaints());
    }

    /** Loads our agent, as any other process does that attaches. */
    void loadAgent(Path jar, String options)
            throws AttachNotSupportedException, IOException, AgentLoadException, AgentInitializationException {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(process.pid()));
        try {
            jvm.loadAgent(jar.toString(), options);
        } finally {
            jvm.detach();
        }
    }

    /** All that was said on the standard error so far. */
    List<String> errors() throws IOException {
        return Files.readAllLines(err);
    }

    /** What the agent has said so far. */
    List<String> complaints() throws IOException {
        return ChildJvm.complaints(errors());
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
