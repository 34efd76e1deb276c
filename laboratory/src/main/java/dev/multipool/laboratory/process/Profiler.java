package dev.multipool.laboratory.process;

import java.nio.file.Path;
import java.time.Duration;

/**
 * async-profiler inside a service: one recording with CPU, wall-clock, allocation and lock samples at once.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> {@link #start}, then {@link #stop}.
 */
public interface Profiler {
    /** For each command. The first one reads the symbols of every library, and the last one writes what was recorded. */
    Duration AT_MOST = Duration.ofMinutes(1);

    /** CPU time between two CPU samples of a thread. */
    double CPU_INTERVAL_SECONDS = 0.005;

    /** The event of CPU samples that the kernel counts. */
    String PERF = "cpu";
    /** The event of CPU samples where the kernel gives no perf events. */
    String TIMER = "ctimer";

    String OTHER_EVENTS = ",interval=5ms,wall=10ms,alloc=256k,lock=100us,jfr,file=";
    /** Begins a recording; the file's path follows. */
    String START_BY_PERF = "start,event=" + PERF + OTHER_EVENTS;

    String START_BY_TIMER = "start,event=" + TIMER + OTHER_EVENTS;

    /**
     * Starts and stops once, so that what only a first start does, such as reading the symbols of every library, is over
     * before a window begins.
     *
     * @param jfr where the recording will go; what this writes there is overwritten by it
     */
    default void rehearse(Path jfr) throws InterruptedException {
        start(jfr);
        stop();
    }

    /**
     * Starts recording.
     *
     * @param jfr what is recorded goes there
     * @return the event that CPU samples come from: {@value #PERF}, or {@value #TIMER} where the kernel gives no perf events
     * @throws ProcessFailedException when there is no profiler, or it does not start in time
     */
    String start(Path jfr) throws InterruptedException;

    /**
     * Stops recording; the file is complete then.
     *
     * @throws ProcessFailedException when it was not recording, or does not stop in time
     */
    void stop() throws InterruptedException;
}
