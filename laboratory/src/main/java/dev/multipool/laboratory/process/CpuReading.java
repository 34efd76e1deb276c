package dev.multipool.laboratory.process;

/**
 * CPU time used up to one moment.
 *
 * @param uptimeSeconds the moment: seconds since the machine started
 * @param busySeconds CPU time that all processes used on the watched cores
 * @param stolenSeconds time of these cores that the hypervisor kept for itself
 * @param ownSeconds CPU time that the run's own processes used
 */
public record CpuReading(double uptimeSeconds, double busySeconds, double stolenSeconds, double ownSeconds) {

    /** Cores that the run's own processes kept busy, from an earlier reading to this one. */
    public double ownCoresSince(CpuReading earlier) {
        return Math.max(0, coresSince(earlier, ownSeconds, earlier.ownSeconds));
    }

    /**
     * Cores that were kept busy by anything but the run's own processes, the hypervisor among it, from an earlier reading to
     * this one.
     */
    public double foreignCoresSince(CpuReading earlier) {
        return Math.max(
                0,
                coresSince(
                        earlier, foreignSeconds() + stolenSeconds, earlier.foreignSeconds() + earlier.stolenSeconds));
    }

    /** Cores that other processes kept busy, without the hypervisor. */
    public double othersCoresSince(CpuReading earlier) {
        return Math.max(0, coresSince(earlier, foreignSeconds(), earlier.foreignSeconds()));
    }

    /** Cores that the hypervisor kept for itself. */
    public double stolenCoresSince(CpuReading earlier) {
        return Math.max(0, coresSince(earlier, stolenSeconds, earlier.stolenSeconds));
    }

    private double foreignSeconds() {
        return busySeconds - ownSeconds;
    }

    private double coresSince(CpuReading earlier, double now, double before) {
        double seconds = uptimeSeconds - earlier.uptimeSeconds;
        return seconds <= 0 ? 0 : (now - before) / seconds;
    }
}
