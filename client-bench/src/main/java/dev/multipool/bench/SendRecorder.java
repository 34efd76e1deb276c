package dev.multipool.bench;

import org.HdrHistogram.Histogram;

/**
 * How well one connection of an open loop kept its schedule, for the calls due in the window.
 *
 * <p><b>Threads</b>: written on its event loop only, read when that has ended.
 */
final class SendRecorder {
    private final MeasuredWindow window;
    private final Histogram sendDelayNanos = LoopRecorder.newHistogram();
    private final Histogram serviceTimeNanos = LoopRecorder.newHistogram();
    private long sent;
    private long notSent;
    private long neverReached;

    SendRecorder(MeasuredWindow window) {
        this.window = window;
    }

    void sent(long intendedNanos, long actualNanos) {
        if (window.contains(intendedNanos)) {
            sent++;
            sendDelayNanos.recordValue(actualNanos - intendedNanos);
        }
    }

    /** The bound of calls in flight kept it from being sent. */
    void notSent(long intendedNanos) {
        if (window.contains(intendedNanos)) {
            notSent++;
        }
    }

    /** Was due, but the load ended before the generator came to it. */
    void neverReached() {
        neverReached++;
    }

    void answered(long intendedNanos, long fromActualSendNanos) {
        if (window.contains(intendedNanos)) {
            serviceTimeNanos.recordValue(fromActualSendNanos);
        }
    }

    long intended() {
        return sent + notSent + neverReached;
    }

    long sent() {
        return sent;
    }

    long notSent() {
        return notSent;
    }

    Histogram sendDelayNanos() {
        return sendDelayNanos;
    }

    Histogram serviceTimeNanos() {
        return serviceTimeNanos;
    }
}
