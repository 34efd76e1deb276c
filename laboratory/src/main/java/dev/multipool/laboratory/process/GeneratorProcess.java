package dev.multipool.laboratory.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.laboratory.process.GeneratorEvent.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A load generator in a JVM of its own; it makes one run after the other. */
public final class GeneratorProcess implements AutoCloseable {
    private static final String MAIN_CLASS = "dev.multipool.laboratory.process.app.GeneratorMain";

    private static final ObjectMapper JSON = new ObjectMapper().registerModule(LoadResultJson.values());
    private static final Duration POLL = Duration.ofMillis(10);
    /** An event that has begun to come is a few bytes. */
    private static final Duration REST_OF_AN_EVENT = Duration.ofSeconds(5);

    private final ChildProcess child;
    private final LineClient orders;
    private boolean hasRun;
    /** Whether the window of the last run has begun. */
    private boolean windowBegan;
    /** How the last run ended; null while it is under way. */
    private @Nullable GeneratorEvent end;

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

    public boolean isAlive() {
        return child.isAlive();
    }

    /** Whether a run was begun. */
    public boolean hasRun() {
        return hasRun;
    }

    /** Whether it can begin a run: the end of the one before, if any, was heard. */
    public boolean isIdle() {
        return child.isAlive() && (!hasRun || end != null);
    }

    /** Begins a run; the one before has ended. */
    public void begin(GeneratorOrder order) {
        hasRun = true;
        windowBegan = false;
        end = null;
        try {
            orders.send(JSON.writeValueAsString(order));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until the measured window begins; false when the run ended before, or the time was up. */
    public boolean awaitWindow(Duration atMost) throws InterruptedException {
        for (long polls = atMost.dividedBy(POLL); polls > 0; polls--) {
            boolean ended = hasEnded();
            if (windowBegan || ended) {
                return windowBegan && !ended;
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
        try {
            while (end == null && orders.isAnswered()) {
                hear(JSON.readValue(orders.receive(REST_OF_AN_EVENT), GeneratorEvent.class));
            }
        } catch (IOException e) {
            throw child.failure("does not say how its run ended: " + e.getMessage());
        }
        if (end == null && !child.isAlive()) {
            end = new GeneratorEvent(Kind.FAILED, "it ended with exit code " + child.exitCode());
        }
        return end != null;
    }

    private void hear(GeneratorEvent event) {
        if (event.kind() == Kind.WINDOW_BEGAN) {
            windowBegan = true;
        } else {
            end = event;
        }
    }

    /**
     * Why the run failed, for people; null when it did not. Only after it ended.
     *
     * @throws IllegalStateException when the run is under way
     */
    public @Nullable String problem() {
        if (end == null) {
            throw new IllegalStateException("the run is under way (expected: it ended)");
        }
        return end.kind() == Kind.FAILED ? String.valueOf(end.problem()) : null;
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
