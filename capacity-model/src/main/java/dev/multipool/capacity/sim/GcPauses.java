package dev.multipool.capacity.sim;

/**
 * Pauses in which no thread of the service computes; waits go on.
 *
 * @param everyRequests answered requests from one pause to the next, since garbage is made by requests
 * @param pause how long
 * @param busyCores cores that the collector uses meanwhile
 */
public record GcPauses(long everyRequests, Delay pause, double busyCores) {

    /** Validates. */
    public GcPauses {
        if (everyRequests < 1) {
            throw new IllegalArgumentException("everyRequests: " + everyRequests + " (expected: >= 1)");
        }
        Checks.notNegative("busyCores", busyCores);
    }
}
