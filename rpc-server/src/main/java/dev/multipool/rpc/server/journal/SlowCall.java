package dev.multipool.rpc.server.journal;

import org.jspecify.annotations.Nullable;

/**
 * A call that took longer than the server's threshold, and where its time went.
 *
 * <p><b>Units</b>: nanoseconds, but for {@code receivedMillis}. Stages are counted from the call's arrival.
 *
 * @param method the method's full name
 * @param code the name of its answer's code
 * @param caller where it came from
 * @param receivedMillis when its frame arrived, in milliseconds since 1970
 * @param times where its time went
 */
public record SlowCall(String method, String code, String caller, long receivedMillis, Times times) {

    /**
     * Where the time of a call went. What was not measured is null. A call without a pool is not dequeued, and what it
     * waited for is nobody's wait. A call that was never begun has no waits.
     *
     * @param dequeuedNanos when a thread of its pool began it
     * @param joinWaitNanos how long that thread waited in joins, in sum
     * @param ioWaitNanos how long that thread waited for input and output, in sum: for Redis, in our service
     * @param answeredNanos when its answer was there
     * @param writtenNanos when its answer had gone to the operating system; null until then, and when it could not
     */
    public record Times(
            @Nullable Long dequeuedNanos,
            @Nullable Long joinWaitNanos,
            @Nullable Long ioWaitNanos,
            long answeredNanos,
            @Nullable Long writtenNanos) {

        Times withWritten(long nanos) {
            return new Times(dequeuedNanos, joinWaitNanos, ioWaitNanos, answeredNanos, nanos);
        }
    }

    SlowCall withWritten(long nanos) {
        return new SlowCall(method, code, caller, receivedMillis, times.withWritten(nanos));
    }
}
