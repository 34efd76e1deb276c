package dev.multipool.laboratory.machine.cores;

import java.util.OptionalLong;

/**
 * The last times of a fixed piece of work.
 *
 * <p><b>Threads:</b> any.
 */
final class SpeedSamples {
    private final long[] takenNanos;
    private final long[] workNanos;
    private long count;

    /**
     * None yet.
     *
     * @param capacity how many are kept
     */
    SpeedSamples(int capacity) {
        this.takenNanos = new long[capacity];
        this.workNanos = new long[capacity];
    }

    /** Keeps one; the oldest goes when there are too many. */
    synchronized void add(long now, long nanos) {
        int place = (int) (count % takenNanos.length);
        takenNanos[place] = now;
        workNanos[place] = nanos;
        count++;
    }

    /** The mean of those that were taken in a time: a neighbour is there for a part of it. Empty when none was. */
    synchronized OptionalLong mean(long beginNanos, long endNanos) {
        int kept = (int) Math.min(count, takenNanos.length);
        double sum = 0;
        int found = 0;
        for (int i = 0; i < kept; i++) {
            if (takenNanos[i] - beginNanos >= 0 && endNanos - takenNanos[i] >= 0) {
                sum += workNanos[i];
                found++;
            }
        }
        return found == 0 ? OptionalLong.empty() : OptionalLong.of(Math.round(sum / found));
    }
}
