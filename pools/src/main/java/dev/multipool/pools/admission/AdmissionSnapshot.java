package dev.multipool.pools.admission;

/**
 * What an {@link AdaptiveAdmission} decided and measured since it was made.
 *
 * @param limit the most calls in flight now
 * @param inFlight calls in flight
 * @param phase what the controller is doing
 * @param calls calls since it was made
 * @param windows measurements made
 */
public record AdmissionSnapshot(int limit, int inFlight, AdmissionPhase phase, Calls calls, long windows) {
    /**
     * Calls since it was made.
     *
     * @param admitted calls that were let in
     * @param rejected calls that were turned away
     * @param completed calls that were answered
     * @param late of these, the calls that took longer than {@link AdmissionSettings#lateAboveNanos()}
     */
    public record Calls(long admitted, long rejected, long completed, long late) {}
}
