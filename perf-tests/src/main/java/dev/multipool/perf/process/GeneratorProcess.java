package dev.multipool.perf.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A load generator in a JVM of its own, for one run. */
public final class GeneratorProcess implements AutoCloseable {
    static final String MAIN_CLASS = "dev.multipool.bench.app.Main";

    private static final String WINDOW = "the measured window begins";
    private static final Duration POLL = Duration.ofMillis(10);

    private final ChildProcess child;

    private GeneratorProcess(ChildProcess child) {
        this.child = child;
    }

    /**
     * Starts a generator.
     *
     * @param cpus CPU numbers as taskset reads them; null for no pinning
     * @param arguments of the generator
     * @param output what it prints goes there
     */
    public static GeneratorProcess start(JavaCommand java, @Nullable String cpus, List<String> arguments, Path output) {
        return new GeneratorProcess(
                ChildProcess.start("generator", java.commandLine(cpus, MAIN_CLASS, arguments), output));
    }

    public long pid() {
        return child.pid();
    }

    /** Waits until it says that its measured window begins; false when it ended before, or the time was up. */
    public boolean awaitWindow(Duration atMost) throws InterruptedException {
        for (long polls = atMost.dividedBy(POLL); polls > 0; polls--) {
            boolean ended = child.awaitEnd(POLL);
            if (child.outputText().contains(WINDOW)) {
                return !ended;
            }
            if (ended) {
                return false;
            }
        }
        return false;
    }

    /** Waits until it ends or the time is up; true when it ended. */
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        return child.awaitEnd(atMost);
    }

    /** Only after it ended. */
    public int exitCode() {
        return child.exitCode();
    }

    /** The generator broke its contract. */
    public ProcessFailedException failure(String what) {
        return child.failure(what);
    }

    @Override
    public void close() {
        child.close();
    }
}
