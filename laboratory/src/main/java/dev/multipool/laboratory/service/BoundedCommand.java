package dev.multipool.laboratory.service;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command that does its work and ends. Whatever it prints, and whatever it starts, is bounded: its console is kept as that of
 * a service, and none of its processes outlives it.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> runs from {@link #start} until it ends or is closed, at the latest when the
 * laboratory does.
 */
public final class BoundedCommand implements AutoCloseable {
    private static final Duration TO_DIE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int LAST_LINES = 8;

    private final Process process;
    private final ProcessFamily family;
    private final Guard guard;
    private final BoundedConsole console;
    private final Thread reader;
    private final Path file;

    private BoundedCommand(
            Process process, ProcessFamily family, Guard guard, BoundedConsole console, Thread reader, Path file) {
        this.process = process;
        this.family = family;
        this.guard = guard;
        this.console = console;
        this.reader = reader;
        this.file = file;
    }

    /**
     * Starts it with nothing to read.
     *
     * @param command its words
     * @param directory in which it starts
     * @param console the file that what it prints goes into; what was there is gone
     * @throws IOException when it does not start
     */
    public static BoundedCommand start(List<String> command, Path directory, Path console) throws IOException {
        Files.deleteIfExists(console);
        ProcessMark mark = ProcessMark.random();
        Guard guard = Guard.start(mark);
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
            Process process = mark.on(builder).start();
            BoundedConsole kept = new BoundedConsole(console, null);
            return new BoundedCommand(
                    process,
                    new ProcessFamily(process.toHandle(), mark),
                    guard,
                    kept,
                    kept.drain(process.getInputStream()),
                    console);
        } catch (IOException | RuntimeException e) {
            guard.close();
            throw e;
        }
    }

    /** Waits until it ends or the time is up; true when it ended. */
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Only after it ended. */
    public int exitCode() {
        return process.exitValue();
    }

    /** Its processes that live, in no order. */
    public List<Long> pids() {
        return family.members().stream().map(ProcessHandle::pid).toList();
    }

    /** The last lines that it printed. */
    public List<String> lastLines() {
        return console.lastLines(LAST_LINES);
    }

    /** What it printed, without the middle where that was too much. Only after it was closed. */
    public String text() {
        try {
            return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            return String.join("\n", lastLines());
        }
    }

    /** Kills what still runs of it; nothing happens the second time. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            for (long polls = TO_DIE.dividedBy(POLL); polls > 0; polls--) {
                List<ProcessHandle> left = family.members();
                left.forEach(ProcessHandle::destroyForcibly);
                if (left.isEmpty()) {
                    break;
                }
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            }
            reader.join(TO_DIE.toMillis());
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            console.finish();
            guard.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
