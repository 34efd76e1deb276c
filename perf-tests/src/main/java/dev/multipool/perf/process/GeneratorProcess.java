package dev.multipool.perf.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A load generator in a JVM of its own; it makes one run after the other. */
public final class GeneratorProcess implements AutoCloseable {
    private static final String MAIN_CLASS = "dev.multipool.perf.process.app.GeneratorMain";

    private static final String WINDOW = "the measured window begins";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration POLL = Duration.ofMillis(10);
    /** An answer that has begun to come is a few bytes. */
    private static final Duration REST_OF_THE_ANSWER = Duration.ofSeconds(5);

    private final ChildProcess child;
    private final LineClient orders;
    /** How much the process had printed before the run under way. */
    private int printedBefore;
    /** Of the last run; null while it is under way. */
    private @Nullable Integer exitCode;

    private GeneratorProcess(ChildProcess child, LineClient orders) {
        this.child = child;
        this.orders = orders;
    }

    /**
     * Starts a generator, which waits for its first run.
     *
     * @param cpus CPU numbers as taskset reads them; null for no pinning
     * @param output what it prints goes there
     * @throws ProcessFailedException when it does not come up
     */
    public static GeneratorProcess start(JavaCommand java, @Nullable String cpus, Path output)
            throws InterruptedException {
        ChildProcess child = ChildProcess.start("generator", java.commandLine(cpus, MAIN_CLASS, List.of()), output);
        boolean ready = false;
        try {
            GeneratorProcess generator =
                    new GeneratorProcess(child, LineClient.connect(ServerProcess.awaitPort(child)));
            ready = true;
            return generator;
        } catch (IOException e) {
            throw child.failure("can't be reached: " + e.getMessage());
        } finally {
            if (!ready) {
                child.close();
            }
        }
    }

    public long pid() {
        return child.pid();
    }

    /**
     * Begins a run; the one before has ended.
     *
     * @param arguments of the generator
     */
    public void begin(List<String> arguments) {
        printedBefore = child.outputText().length();
        exitCode = null;
        try {
            orders.send(JSON.writeValueAsString(arguments));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until the run says that its measured window begins; false when it ended before, or the time was up. */
    public boolean awaitWindow(Duration atMost) throws InterruptedException {
        for (long polls = atMost.dividedBy(POLL); polls > 0; polls--) {
            boolean ended = hasEnded();
            if (child.outputText().indexOf(WINDOW, printedBefore) >= 0) {
                return !ended;
            }
            if (ended) {
                return false;
            }
            child.awaitEnd(POLL);
        }
        return false;
    }

    /** Waits until the run ends or the time is up; true when it ended. */
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        for (long polls = atMost.dividedBy(POLL); polls > 0; polls--) {
            if (hasEnded()) {
                return true;
            }
            child.awaitEnd(POLL);
        }
        return hasEnded();
    }

    private boolean hasEnded() {
        if (exitCode != null) {
            return true;
        }
        try {
            if (orders.isAnswered()) {
                exitCode = Integer.valueOf(orders.receive(REST_OF_THE_ANSWER));
            } else if (!child.isAlive()) {
                exitCode = child.exitCode();
            }
        } catch (IOException e) {
            throw child.failure("does not say how its run ended: " + e.getMessage());
        }
        return exitCode != null;
    }

    /** Of the run, only after it ended. */
    public int exitCode() {
        if (exitCode == null) {
            throw new IllegalStateException("the run is under way (expected: it ended)");
        }
        return exitCode;
    }

    /** The generator broke its contract. */
    public ProcessFailedException failure(String what) {
        return child.failure(what);
    }

    @Override
    public void close() {
        child.close();
        try {
            orders.close();
        } catch (IOException e) {
            // the process is gone, and the connection with it
        }
    }
}
