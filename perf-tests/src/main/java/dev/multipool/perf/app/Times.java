package dev.multipool.perf.app;

import java.time.Duration;

/** Durations as a command line has them. */
final class Times {
    private Times() {}

    /** {@code 10s}, or {@code 1500ms} where it is no whole number of seconds. */
    static String text(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }
}
