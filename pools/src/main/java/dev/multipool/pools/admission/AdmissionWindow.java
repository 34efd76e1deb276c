package dev.multipool.pools.admission;

/**
 * What was measured in one window: all that {@link AdmissionController} learns from.
 *
 * @param durationNanos how long the window was, above 0
 * @param completed calls that were answered in it, above 0
 * @param late of these, the calls that took longer than {@link AdmissionSettings#lateAboveNanos()}
 * @param responseNanos the sum of the answered calls' response times at the server (queue time and service time)
 * @param rejected calls that the limit turned away in it
 */
public record AdmissionWindow(long durationNanos, long completed, long late, long responseNanos, long rejected) {

    /**
     * Validates every field.
     *
     * @throws IllegalArgumentException with the field, its value and what was expected
     */
    public AdmissionWindow {
        expect(durationNanos > 0, "durationNanos", durationNanos, "> 0");
        expect(completed > 0, "completed", completed, "> 0");
        expect(late >= 0 && late <= completed, "late", late, ">= 0 and <= completed: " + completed);
        expect(responseNanos >= 0, "responseNanos", responseNanos, ">= 0");
        expect(rejected >= 0, "rejected", rejected, ">= 0");
    }

    /** Returns the part of the answered calls that was late, 0 to 1. */
    double lateFraction() {
        return (double) late / completed;
    }

    /** Returns the mean response time in nanoseconds. */
    double meanResponseNanos() {
        return (double) responseNanos / completed;
    }

    /** Returns the throughput in calls per nanosecond. */
    double throughputPerNano() {
        return (double) completed / durationNanos;
    }

    /** Returns the mean calls in flight by Little's law: throughput times mean response time. */
    double meanInFlight() {
        return (double) responseNanos / durationNanos;
    }

    private static void expect(boolean holds, String what, long value, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: " + expected + ")");
        }
    }
}
