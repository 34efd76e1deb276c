package dev.multipool.laboratory.foreign;

import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.run.LoadFailedException;
import dev.multipool.laboratory.service.BoundedCommand;
import dev.multipool.pools.NanoClock;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A program that makes load once.
 *
 * <p>Whatever it does, it ends within a bound, and all that it started with it.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> it runs from {@link #start} until it ends, the bound is over, or it is closed.
 */
final class EngineRun implements AutoCloseable {
    /** Part of the time asked for that it must have made load. */
    private static final double SHORTEST = 0.8;

    private static final Duration POLL = Duration.ofMillis(50);
    /** Larger files are deleted once they are read: a search would fill the disk with samples. */
    private static final long LARGEST_KEPT = 1 << 20;

    private static final String PATH = "PATH";

    private final LoadCommand command;
    private final EngineOrder order;
    private final List<String> words;
    private final BoundedCommand process;
    private final NanoClock clock = NanoClock.system();
    private final long beganNanos;
    private Duration cpuTime = Duration.ZERO;
    private long cpuAtNanos;
    private boolean outOfTime;
    private boolean closed;

    private EngineRun(LoadCommand command, EngineOrder order, List<String> words, BoundedCommand process) {
        this.command = command;
        this.order = order;
        this.words = words;
        this.process = process;
        this.beganNanos = clock.nanoTime();
        this.cpuAtNanos = beganNanos;
    }

    /**
     * Starts it.
     *
     * @param cpus CPU numbers as taskset reads them; null for no pinning
     * @throws LoadFailedException when there is no such program, or it does not start
     */
    static EngineRun start(LoadCommand command, EngineOrder order, @Nullable String cpus) {
        List<String> words = command.filled(order.values());
        requireProgram(command, words);
        List<String> pinned = new ArrayList<>(cpus == null ? List.of() : List.of("taskset", "-c", cpus));
        pinned.addAll(words);
        try {
            Files.deleteIfExists(order.out());
            return new EngineRun(
                    command, order, words, BoundedCommand.start(pinned, command.directory(), order.console()));
        } catch (IOException e) {
            throw new LoadFailedException(words, String.valueOf(e.getMessage()), "a program that starts");
        }
    }

    /** Before taskset, which would tell of a missing program in words of its own. */
    private static void requireProgram(LoadCommand command, List<String> words) {
        String program = words.get(0);
        boolean found = program.contains(File.separator)
                ? Files.isExecutable(command.directory().resolve(program))
                : Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                        .splitAsStream(Optional.ofNullable(System.getenv(PATH)).orElse(""))
                        .filter(folder -> !folder.isEmpty())
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(program)));
        if (!found) {
            throw new LoadFailedException(
                    words,
                    "there is no program " + program,
                    program.contains(File.separator) ? "a file that can be run" : "it on the path");
        }
    }

    /** Waits until it ends or the time is up; true when it ended, also since it had no more time. */
    boolean awaitEnd(Duration atMost) throws InterruptedException {
        long deadline = clock.nanoTime() + atMost.toNanos();
        long bound = beganNanos
                + Duration.ofSeconds(order.seconds()).plus(order.grace()).toNanos();
        while (process.isAlive()) {
            long now = clock.nanoTime();
            if (now - bound >= 0) {
                outOfTime = true;
                close();
                return true;
            }
            if (now - deadline >= 0) {
                return false;
            }
            meter();
            process.awaitEnd(POLL);
        }
        close();
        return true;
    }

    /** While it lives, as nobody tells it of what has ended. */
    private void meter() {
        Duration used = cpuTimeOf(process.pids());
        if (used.compareTo(cpuTime) > 0) {
            cpuTime = used;
            cpuAtNanos = clock.nanoTime();
        }
    }

    /** CPU time that processes used so far; those that have ended are left out. */
    static Duration cpuTimeOf(List<Long> pids) {
        return pids.stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .flatMap(handle -> handle.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Cores that it kept busy on this machine; null where the system does not tell. */
    @Nullable
    Double cores() {
        long nanos = cpuAtNanos - beganNanos;
        return nanos <= 0 || !Files.isDirectory(CpuQuota.PROC) ? null : (double) cpuTime.toNanos() / nanos;
    }

    long beganNanos() {
        return beganNanos;
    }

    List<Long> pids() {
        return process.pids();
    }

    /**
     * Makes sure that it ended well. Only after it ended.
     *
     * @throws LoadFailedException when it did not
     */
    void requireGoodEnd() {
        if (outOfTime) {
            throw failure(
                    "it does not end",
                    "an end within " + order.grace().toSeconds() + " s after its " + order.seconds() + " s of load");
        }
        if (process.exitCode() != 0) {
            throw failure("it ends with exit code " + process.exitCode(), "exit code 0");
        }
    }

    /**
     * What it tells of its load. Only after it ended.
     *
     * @throws LoadFailedException when it failed, tells nothing that can be read, made no call, or ended much too early
     */
    EngineFigures figures() {
        requireGoodEnd();
        EngineFigures figures;
        try {
            figures = EngineParsers.of(command.program()).parse(new EngineOutput(process.text(), order.out()));
        } catch (OutputException e) {
            throw failure(e.found(), e.expected() + ", as the parser " + command.program() + " reads it");
        }
        if (figures.calls() + figures.failed() == 0) {
            throw failure("it made no call", "calls");
        }
        if (!(figures.seconds() >= SHORTEST * order.seconds())) {
            throw failure(
                    String.format(Locale.ROOT, "it made load for %.1f s", figures.seconds()),
                    order.seconds() + " s of load");
        }
        deleteLarge();
        return figures;
    }

    private void deleteLarge() {
        try {
            if (Files.exists(order.out()) && Files.size(order.out()) > LARGEST_KEPT) {
                Files.delete(order.out());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(order.out() + " can't be deleted", e);
        }
    }

    LoadFailedException failure(String found, String expected) {
        List<String> lines = process.lastLines();
        return new LoadFailedException(
                words,
                found + (lines.isEmpty() ? "; it printed nothing" : "; it printed last: " + String.join(" | ", lines)),
                expected);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            process.close();
        }
    }
}
