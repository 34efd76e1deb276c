package dev.multipool.rpc.client;

import java.time.Duration;

/**
 * When a server that fails gets no more calls, and for how long.
 *
 * @param failuresInARow calls that fail one after the other until it is ejected
 * @param first how long the first time; doubles with each further one
 * @param longest where the doubling ends
 */
record EjectionSettings(int failuresInARow, Duration first, Duration longest) {
    EjectionSettings {
        if (failuresInARow < 1) {
            throw new IllegalArgumentException("failuresInARow: " + failuresInARow + " (expected: >= 1)");
        }
        CallTimeout.toNanos("first ejection", first);
        CallTimeout.toNanos("longest ejection", longest);
        if (longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "longest ejection: " + longest + " (expected: >= first ejection: " + first + ")");
        }
    }
}
