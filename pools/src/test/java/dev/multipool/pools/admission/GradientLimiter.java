package dev.multipool.pools.admission;

/** A design that was tried, after the published gradient limiters: long-term over short-term mean response time. */
final class GradientLimiter implements Limiter {

    private final AdmissionSettings settings;
    private long endNanos;
    private double limit;
    private double longTerm;
    private double sum;
    private long count;

    GradientLimiter(AdmissionSettings settings) {
        this.settings = settings;
        this.limit = settings.initialLimit();
    }

    @Override
    public int limit() {
        return (int) limit;
    }

    @Override
    public boolean tryAdmit(int inFlight) {
        return inFlight < limit();
    }

    @Override
    public void completed(long nowNanos, long queueNanos, long serviceNanos) {
        sum += queueNanos + serviceNanos;
        count++;
        if (nowNanos >= endNanos && count >= settings.minSamples()) {
            double shortTerm = sum / count;
            longTerm = longTerm == 0 ? shortTerm : longTerm + (shortTerm - longTerm) / 600;
            double gradient = Math.max(0.5, Math.min(1, 1.5 * longTerm / shortTerm));
            double next = 0.8 * limit + 0.2 * (limit * gradient + 4);
            limit = Math.max(settings.minLimit(), Math.min(settings.maxLimit(), next));
            sum = 0;
            count = 0;
            endNanos = nowNanos + settings.window().toNanos();
        }
    }
}
