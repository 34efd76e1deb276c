package dev.multipool.capacity.sim;

/**
 * What became of the requests that were answered in the measured time.
 *
 * @param completed answered as asked
 * @param refused no connection and no room in the accept queue
 * @param notAdmitted turned away by adaptive admission
 * @param rejectedByPool a pool did not take the request or one of its tasks, or it expired in a pool's queue
 * @param rejectedByBulkhead a bulkhead had no permit
 * @param timedOut the deadline passed
 */
public record RequestCounts(
        long completed, long refused, long notAdmitted, long rejectedByPool, long rejectedByBulkhead, long timedOut) {

    /** Returns the requests that failed in any way. */
    public long failed() {
        return refused + notAdmitted + rejectedByPool + rejectedByBulkhead + timedOut;
    }

    /** Returns the part that was answered as asked, 0 to 1; 0 when nothing was answered. */
    public double successRatio() {
        long all = completed + failed();
        return all == 0 ? 0 : (double) completed / all;
    }
}
