package dev.multipool.pools.admission;

/** The design that was kept, by the class that servers use, in simulated time. */
final class AdaptiveLimiter implements Limiter {

    private long now;
    final AdaptiveAdmission admission;

    AdaptiveLimiter(AdmissionSettings settings) {
        this.admission = new AdaptiveAdmission(settings, () -> now);
    }

    @Override
    public int limit() {
        return admission.limit();
    }

    @Override
    public boolean tryAdmit(int inFlight) {
        return admission.tryAdmit();
    }

    @Override
    public void completed(long nowNanos, long queueNanos, long serviceNanos) {
        now = nowNanos;
        admission.completed(queueNanos, serviceNanos);
    }
}
