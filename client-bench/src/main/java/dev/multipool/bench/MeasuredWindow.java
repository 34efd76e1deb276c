package dev.multipool.bench;

/**
 * The half-open interval of time whose completions count. It is fixed before the first call, so that all event loops
 * agree on it without talking; only its end may move, to now, when the run is stopped early.
 */
final class MeasuredWindow {
    private final long startNanos;
    private final long plannedEndNanos;
    private volatile long endNanos;

    MeasuredWindow(long startNanos, long lengthNanos) {
        this.startNanos = startNanos;
        this.plannedEndNanos = startNanos + lengthNanos;
        this.endNanos = plannedEndNanos;
    }

    boolean hasBegun(long nowNanos) {
        return nowNanos - startNanos >= 0;
    }

    boolean isOver(long nowNanos) {
        return nowNanos - endNanos >= 0;
    }

    boolean contains(long nowNanos) {
        return hasBegun(nowNanos) && !isOver(nowNanos);
    }

    /** Ends the run now; without effect when it is over. Stopped before the window begins, the window is empty. */
    void endAt(long nowNanos) {
        if (!isOver(nowNanos)) {
            endNanos = nowNanos;
        }
    }

    boolean wasCutShort() {
        return endNanos != plannedEndNanos;
    }

    long startNanos() {
        return startNanos;
    }

    long endNanos() {
        return endNanos;
    }

    long plannedNanos() {
        return plannedEndNanos - startNanos;
    }

    /** The window's real length; 0 when the run was stopped before it began. */
    long lengthNanos() {
        return Math.max(0, endNanos - startNanos);
    }
}
