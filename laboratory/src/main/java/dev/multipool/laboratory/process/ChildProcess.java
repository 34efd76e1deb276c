package dev.multipool.laboratory.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One process of a run.
 *
 * <p><b>Lifecycle:</b> runs from {@link #start} until it ends or {@link #close} ends it, at the latest when this JVM
 * does. What it prints goes straight into a file, so the laboratory has no part in its speed.
 */
public final class ChildProcess implements AutoCloseable {
    private static final Duration TIME_TO_STOP = Duration.ofSeconds(15);
    private static final int TAIL_LINES = 8;

    private final String name;
    private final Process process;
    private final Path output;
    private final Thread killer;

    private ChildProcess(String name, Process process, Path output) {
        this.name = name;
        this.process = process;
        this.output = output;
        this.killer = new Thread(process::destroyForcibly, "kill-" + name);
    }

    public static ChildProcess start(String name, List<String> command, Path output) {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            // a run is what its recorded settings say, not what happens to be set around the laboratory
            builder.environment().keySet().removeIf(variable -> variable.startsWith("MULTIPOOL_"));
            Process process = builder.start();
            ChildProcess child = new ChildProcess(name, process, output);
            child.endWithThisJvm();
            return child;
        } catch (IOException e) {
            throw new ProcessFailedException(name + " can't be started: " + e.getMessage());
        }
    }

    private void endWithThisJvm() {
        try {
            Runtime.getRuntime().addShutdownHook(killer);
        } catch (IllegalStateException e) {
            process.destroyForcibly();
            throw new ProcessFailedException(name + " is not started: this JVM is ending");
        }
    }

    public long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until it ends or the time is up; true when it ended. */
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Only after it ended. */
    public int exitCode() {
        return process.exitValue();
    }

    /** What it printed so far. */
    public String outputText() {
        try {
            return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "(its output can't be read: " + e.getMessage() + ")";
        }
    }

    public ProcessFailedException failure(String what) {
        List<String> lines = outputText().lines().toList();
        List<String> tail = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        return new ProcessFailedException(name + " " + what
                + (tail.isEmpty()
                        ? "; it printed nothing"
                        : "; last lines of " + output + ":\n  " + String.join("\n  ", tail)));
    }

    /** Makes it end at once. */
    void kill() {
        process.destroyForcibly();
    }

    /** Asks it to end, makes it end when it doesn't in time; nothing happens when it has ended. */
    @Override
    public void close() {
        try {
            // Process.destroy() would also close the pipe that the leash hangs on, and so cut a clean stop short
            process.toHandle().destroy();
            if (!awaitEnd(TIME_TO_STOP)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } finally {
            forgetKiller();
        }
    }

    private void forgetKiller() {
        try {
            Runtime.getRuntime().removeShutdownHook(killer);
        } catch (IllegalStateException e) {
            // this JVM is ending, the hook has run or will
        }
    }
}
