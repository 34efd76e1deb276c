package dev.multipool.pools.admission;

/**
 * A limit and what was measured under it.
 *
 * @param limit the limit
 * @param inFlight the mean calls in flight
 * @param responseNanos the mean response time
 * @param lateFraction the part of the answered calls that was late
 * @param samples how many answered calls this rests on
 */
record OperatingPoint(double limit, double inFlight, double responseNanos, double lateFraction, double samples) {

    private static final double ALIKE = 1.25;
    private static final double NEWEST = 0.5;

    static OperatingPoint of(double limit, AdmissionWindow window) {
        return new OperatingPoint(
                limit, window.meanInFlight(), window.meanResponseNanos(), window.lateFraction(), window.completed());
    }

    /** Returns this point with the newer measurement in it, or the newer one alone when the two are unlike. */
    OperatingPoint updated(OperatingPoint newer) {
        double highest = Math.max(limit, newer.limit);
        if (!alike(inFlight, newer.inFlight, ALIKE) || !alike(responseNanos, newer.responseNanos, ALIKE)) {
            return newer.withLimit(highest);
        }
        return new OperatingPoint(
                highest,
                mix(inFlight, newer.inFlight),
                mix(responseNanos, newer.responseNanos),
                mix(lateFraction, newer.lateFraction),
                newer.samples / NEWEST);
    }

    private OperatingPoint withLimit(double newLimit) {
        return new OperatingPoint(newLimit, inFlight, responseNanos, lateFraction, samples);
    }

    static boolean alike(double a, double b, double factor) {
        return a <= b * factor && b <= a * factor;
    }

    private static double mix(double old, double newer) {
        return old + NEWEST * (newer - old);
    }
}
