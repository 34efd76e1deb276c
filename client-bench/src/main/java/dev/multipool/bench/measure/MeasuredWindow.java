package dev.multipool.bench.measure;

import java.util.concurrent.TimeUnit;

/**
 * The half-open interval of time whose completions count. Its begin and its latest end are fixed before the first call, so
 * that all event loops agree on them without talking. Only its end may move, to an earlier one: when it holds enough clean
 * time, or when the run is stopped.
 */
public final class MeasuredWindow {
    /** The window is judged in slices of this length, on a grid that begins with it. */
    public static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long startNanos;
    private final long plannedNanos;
    private final long longestNanos;
    private volatile long endNanos;

    /** A window that is not extended. */
    public MeasuredWindow(long startNanos, long lengthNanos) {
        this(startNanos, lengthNanos, lengthNanos);
    }

    /**
     * A window that goes on until somebody ends it.
     *
     * @param plannedNanos the clean time that it is to hold
     * @param longestNanos how long it goes on at most
     */
    public MeasuredWindow(long startNanos, long plannedNanos, long longestNanos) {
        this.startNanos = startNanos;
        this.plannedNanos = plannedNanos;
        this.longestNanos = longestNanos;
        this.endNanos = startNanos + longestNanos;
    }

    public boolean hasBegun(long nowNanos) {
        return nowNanos - startNanos >= 0;
    }

    public boolean isOver(long nowNanos) {
        return nowNanos - endNanos >= 0;
    }

    public boolean contains(long nowNanos) {
        return hasBegun(nowNanos) && !isOver(nowNanos);
    }

    /** Ends the window then; without effect when it is over. Ended before it begins, it is empty. */
    public void endAt(long atNanos) {
        if (!isOver(atNanos)) {
            endNanos = atNanos;
        }
    }

    /**
     * Ends an extended window that holds enough clean time, where the next slice begins: a moment ahead of all event
     * loops, so that none has counted a call beyond it.
     */
    public void endWhenCleanEnough(long cleanNanos, long nowNanos) {
        if (mayEnd(cleanNanos)) {
            long wholeSlices = (nowNanos - startNanos) / SLICE_NANOS + 1;
            endAt(startNanos + wholeSlices * SLICE_NANOS);
        }
    }

    /** Whether it is an extended window that holds enough clean time. */
    public boolean mayEnd(long cleanNanos) {
        return longestNanos > plannedNanos && cleanNanos >= plannedNanos;
    }

    /** Whether it was ended before it was as long as planned. */
    boolean wasCutShort() {
        return endNanos - startNanos < plannedNanos;
    }

    public long startNanos() {
        return startNanos;
    }

    public long endNanos() {
        return endNanos;
    }

    /** When it ends if it is not extended. */
    public long plannedEndNanos() {
        long plannedEndNanos = startNanos + plannedNanos;
        return isOver(plannedEndNanos) ? endNanos : plannedEndNanos;
    }

    /** The length without an extension. */
    long plannedNanos() {
        return plannedNanos;
    }

    long longestNanos() {
        return longestNanos;
    }

    /** The window's real length; 0 when the run was stopped before it began. */
    public long lengthNanos() {
        return Math.max(0, endNanos - startNanos);
    }
}
