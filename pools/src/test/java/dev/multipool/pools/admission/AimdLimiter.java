package dev.multipool.pools.admission;

import org.HdrHistogram.Histogram;

/** A design that was tried: the window's percentile above the aim, limit times 0.9; else, when reached, plus 1. */
final class AimdLimiter implements Limiter {

    private final AdmissionSettings settings;
    private final Histogram window = new Histogram(3_600_000_000_000L, 3);
    private long endNanos;
    private double limit;
    private boolean reached;

    AimdLimiter(AdmissionSettings settings) {
        this.settings = settings;
        this.limit = settings.initialLimit();
    }

    @Override
    public int limit() {
        return (int) limit;
    }

    @Override
    public boolean tryAdmit(int inFlight) {
        reached |= inFlight >= limit();
        return inFlight < limit();
    }

    @Override
    public void completed(long nowNanos, long queueNanos, long serviceNanos) {
        window.recordValue(queueNanos + serviceNanos);
        if (nowNanos >= endNanos && window.getTotalCount() >= settings.minSamples()) {
            if (window.getValueAtPercentile(settings.objective().percentile()) > settings.lateAboveNanos()) {
                limit = Math.max(settings.minLimit(), limit * 0.9);
            } else if (reached) {
                limit = Math.min(settings.maxLimit(), limit + 1);
            }
            window.reset();
            reached = false;
            endNanos = nowNanos + settings.window().toNanos();
        }
    }
}
