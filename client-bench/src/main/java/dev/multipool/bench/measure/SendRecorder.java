package dev.multipool.bench.measure;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * How well the connections of one event loop kept an open loop's schedule, for the calls due in the clean slices of the window.
 *
 * <p><b>Threads</b>: written on its event loop only; slices may be summed up, and all service times emptied, meanwhile by
 * one other thread. All else is read when the event loop has ended, after {@link #finish}.
 */
public final class SendRecorder {
    private static final int SENT = 0;
    private static final int NOT_SENT = 1;

    private final MeasuredWindow window;
    private final SlicedCalls sends;
    private final SlicedCalls services;
    private final SingleWriterRecorder serviceTimeNanos = Histograms.newRecorder();
    private @Nullable Histogram recycled;
    private long neverReached;

    SendRecorder(MeasuredWindow window) {
        this.window = window;
        this.sends = new SlicedCalls(window, true);
        this.services = new SlicedCalls(window, true);
    }

    public void sent(long intendedNanos, long actualNanos) {
        if (window.contains(intendedNanos)) {
            sends.record(SENT, intendedNanos, actualNanos, actualNanos - intendedNanos);
        }
    }

    /** The bound of calls in flight kept it from being sent. */
    public void notSent(long intendedNanos) {
        if (window.contains(intendedNanos)) {
            sends.record(NOT_SENT, intendedNanos, intendedNanos, SlicedCalls.NO_VALUE);
        }
    }

    public void answered(long intendedNanos, long actualNanos, long endNanos) {
        if (window.contains(intendedNanos)) {
            serviceTimeNanos.recordValue(endNanos - actualNanos);
            services.record(SENT, intendedNanos, endNanos, endNanos - actualNanos);
        }
    }

    /** Sums up the slices that are judged; from one other thread, the load may run meanwhile. */
    void sumUp(SliceJudge judge) {
        sends.sumUp(judge);
        services.sumUp(judge);
    }

    /** Sums up the rest; once, when the event loop has ended and all slices are judged. */
    void finish(SliceJudge judge) {
        sends.finish(judge);
        services.finish(judge);
    }

    /** Was due in a clean slice, but the load ended before the generator came to it. */
    public void neverReached() {
        neverReached++;
    }

    public long intended() {
        return sent() + notSent() + neverReached;
    }

    public long sent() {
        return sends.counted(SENT);
    }

    public long notSent() {
        return sends.counted(NOT_SENT);
    }

    /** Of calls that were due and sent in clean slices only. */
    public Histogram sendDelayNanos() {
        return sends.values();
    }

    /** Of calls that met clean slices only. */
    public Histogram cleanServiceNanos() {
        return services.values();
    }

    /** Moves all service times since the last time; from one other thread, the load may run meanwhile. */
    public void drainServiceTimesTo(Histogram total) {
        recycled = serviceTimeNanos.getIntervalHistogram(recycled);
        total.add(recycled);
    }
}
