package dev.multipool.perf;

import dev.multipool.perf.result.Load;
import java.time.Duration;

/** How long runs take. */
final class RunTimes {
    /** What starting and stopping the processes of a run adds to its load. */
    private static final Duration START_AND_STOP = Duration.ofSeconds(3);

    private RunTimes() {}

    static Duration of(Load load) {
        return warmup(load).plus(duration(load)).plus(START_AND_STOP);
    }

    static Duration warmup(Load load) {
        return seconds(load.warmupSeconds());
    }

    static Duration duration(Load load) {
        return seconds(load.durationSeconds());
    }

    static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
