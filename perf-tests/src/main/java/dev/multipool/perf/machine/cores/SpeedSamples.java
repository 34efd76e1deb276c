package dev.multipool.perf.machine.cores;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The last times of a spin loop on one core.
 *
 * <p><b>Threads:</b> any.
 */
final class SpeedSamples {
    private final long[] takenNanos;
    private final long[] spinNanos;
    private long count;

    /**
     * None yet.
     *
     * @param capacity how many are kept
     */
    SpeedSamples(int capacity) {
        this.takenNanos = new long[capacity];
        this.spinNanos = new long[capacity];
    }

    /** Keeps one; the oldest goes when there are too many. */
    synchronized void add(long now, long spin) {
        int place = (int) (count % takenNanos.length);
        takenNanos[place] = now;
        spinNanos[place] = spin;
        count++;
    }

    /** The median of those that were taken in a time; empty when none was. */
    synchronized OptionalLong median(long beginNanos, long endNanos) {
        int kept = (int) Math.min(count, takenNanos.length);
        long[] inside = new long[kept];
        int found = 0;
        for (int i = 0; i < kept; i++) {
            if (takenNanos[i] - beginNanos >= 0 && endNanos - takenNanos[i] >= 0) {
                inside[found++] = spinNanos[i];
            }
        }
        Arrays.sort(inside, 0, found);
        return found == 0 ? OptionalLong.empty() : OptionalLong.of(inside[found / 2]);
    }
}
