package dev.multipool.capacity.calibration;

/**
 * What one run of a service on one pool measured, closed loop.
 *
 * @param cores that the server had for itself
 * @param users without think time
 * @param threads of the fixed pool
 * @param throughputPerSecond calls answered
 * @param meanResponseMillis seen by the client
 * @param cpu of the server process
 * @param pool from the pool's ledger
 */
public record MeasuredRun(
        int cores, int users, int threads, double throughputPerSecond, double meanResponseMillis, Cpu cpu, Pool pool) {

    /**
     * CPU and pauses of the server process.
     *
     * @param cpuCores CPU time over the window, kernel, event loops and collector included
     * @param pausesPerCall stop-the-world pauses over calls answered
     * @param meanPauseMillis their mean; 0 without pauses
     */
    public record Cpu(double cpuCores, double pausesPerCall, double meanPauseMillis) {}

    /**
     * Per task of the pool.
     *
     * @param queueMillis mean queue time
     * @param serviceMillis mean service time
     * @param cpuMillis mean CPU time in service
     * @param serviceDeviationMillis the standard deviation of the service time
     */
    public record Pool(double queueMillis, double serviceMillis, double cpuMillis, double serviceDeviationMillis) {}

    /** Validates what would make the fit meaningless. */
    public MeasuredRun {
        if (!(throughputPerSecond > 0)) {
            throw new IllegalArgumentException("throughputPerSecond: " + throughputPerSecond + " (expected: > 0)");
        }
        if (!(pool.serviceMillis() >= pool.cpuMillis() && pool.cpuMillis() >= 0)) {
            throw new IllegalArgumentException(
                    "cpuMillis: " + pool.cpuMillis() + " (expected: 0 to serviceMillis: " + pool.serviceMillis() + ")");
        }
    }
}
