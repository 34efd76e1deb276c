package dev.multipool.bench.generator;

/**
 * When one user of a closed loop has to work.
 *
 * @param user its number, from 0
 * @param curve users over the time of the run
 * @param beginNanos when the load begins
 */
record UserShift(int user, LoadCurve curve, long beginNanos) {
    /** How long from now until it has to work: 0 when it has to now, {@link Long#MAX_VALUE} when it never has again. */
    long untilWorkNanos(long nowNanos) {
        long elapsedNanos = nowNanos - beginNanos;
        long activeNanos = curve.nextActiveNanos(user, elapsedNanos);
        return activeNanos == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, activeNanos - elapsedNanos);
    }
}
