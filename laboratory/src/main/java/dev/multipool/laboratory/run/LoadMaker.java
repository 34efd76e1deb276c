package dev.multipool.laboratory.run;

import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Load;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Makes the load of one running service, one run after the other: our generator, or another program.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> closing it ends its processes; nothing happens when they have ended.
 */
public interface LoadMaker extends AutoCloseable {
    /** Whether it can make this load without being started anew. */
    boolean fits(Load load);

    /** Whether it needs a warm-up itself, as it made no load yet. */
    boolean isCold();

    /** How long a part of a warm-up is that lasts so many seconds. */
    double warmUpPartSeconds(double warmupSeconds);

    /** Begins a load of which nothing is kept; the one before has ended. */
    void beginWarmUp(Load part) throws InterruptedException;

    /**
     * Begins a run; the one before has ended.
     *
     * @param load with what has to come before its window, on processes that are warm
     * @param run its number
     * @param file takes what was measured, or its name begins those that do
     */
    void begin(Load load, int run, Path file) throws InterruptedException;

    /** Waits until the measured window begins; false when the run ended before, or the time was up. */
    boolean awaitWindow(Duration atMost) throws InterruptedException;

    /** Waits until the run ends or the time is up; true when it ended. */
    boolean awaitEnd(Duration atMost) throws InterruptedException;

    /**
     * What was measured. Only after the run ended.
     *
     * @throws ProcessFailedException when it could not make its load
     * @throws IOException when what it left can't be read
     */
    MadeLoad result() throws IOException, InterruptedException;

    /** It broke its contract. */
    ProcessFailedException failure(String what);

    /** Its processes that run. */
    List<Long> pids();

    @Override
    void close();
}
