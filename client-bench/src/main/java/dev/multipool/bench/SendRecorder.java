package dev.multipool.bench;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * How well one connection of an open loop kept its schedule, for the calls due in the window.
 *
 * <p><b>Threads</b>: written on its event loop only; its service times may be emptied meanwhile by one other thread, all
 * else is read when the event loop has ended.
 */
final class SendRecorder {
    private final MeasuredWindow window;
    private final Histogram sendDelayNanos = LoopRecorder.newHistogram();
    private final SingleWriterRecorder serviceTimeNanos = LoopRecorder.newRecorder();
    private @Nullable Histogram recycled;
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

    /** Moves the service times since the last time; from one other thread, the load may run meanwhile. */
    void drainServiceTimesTo(Histogram total) {
        recycled = serviceTimeNanos.getIntervalHistogram(recycled);
        total.add(recycled);
    }
}
