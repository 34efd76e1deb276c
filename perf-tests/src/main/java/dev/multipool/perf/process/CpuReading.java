package dev.multipool.perf.process;

/**
 * CPU time used up to one moment.
 *
 * @param uptimeSeconds the moment: seconds since the machine started
 * @param busySeconds CPU time that all processes used on the watched cores, with the time stolen by the hypervisor
 * @param ownSeconds CPU time that the run's own processes used
 */
public record CpuReading(double uptimeSeconds, double busySeconds, double ownSeconds) {

    /** Cores that the run's own processes kept busy, from an earlier reading to this one. */
    public double ownCoresSince(CpuReading earlier) {
        double seconds = uptimeSeconds - earlier.uptimeSeconds;
        return seconds <= 0 ? 0 : Math.max(0, (ownSeconds - earlier.ownSeconds) / seconds);
    }

    /** Cores that were kept busy by anything but the run's own processes, from an earlier reading to this one. */
    public double foreignCoresSince(CpuReading earlier) {
        double seconds = uptimeSeconds - earlier.uptimeSeconds;
        double foreign = (busySeconds - earlier.busySeconds) - (ownSeconds - earlier.ownSeconds);
        return seconds <= 0 ? 0 : Math.max(0, foreign / seconds);
    }
}
