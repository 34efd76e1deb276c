package dev.multipool.laboratory.process;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * What one pool of a server did in a window, by its own ledger.
 *
 * @param pool its name
 * @param spec its kind and bounds, as one setting
 * @param seconds the window
 * @param tasks what became of the tasks
 * @param threads what its threads did with their time
 */
public record PoolLedger(
        String pool,
        String spec,
        double seconds,
        @JsonUnwrapped Tasks tasks,
        ThreadTime threads) {
    /**
     * What became of the tasks.
     *
     * @param completions tasks that ran and returned
     * @param failures tasks that ran and threw
     * @param rejections tasks that it did not take, because it was full
     * @param queuedSeconds queue time of the tasks that ran, summed
     * @param serviceDeviationMillis the standard deviation of the service time of the tasks that ran; null where it is not
     *     told
     */
    public record Tasks(
            long completions,
            long failures,
            long rejections,
            double queuedSeconds,
            @Nullable Double serviceDeviationMillis) {}

    /**
     * Thread time by use, summed over the threads.
     *
     * @param busySeconds in tasks
     * @param cpuSeconds of these, on a core; null where it is not measured
     * @param joinWaitSeconds of these, waiting for other tasks
     * @param ioWaitSeconds of these, waiting for input and output
     * @param lockWaitSeconds of these, waiting for locks and permits
     * @param otherWaitSeconds of these, waiting for what nobody declared, a core among it
     * @param idleSeconds waiting for a task
     */
    public record ThreadTime(
            double busySeconds,
            @Nullable Double cpuSeconds,
            double joinWaitSeconds,
            double ioWaitSeconds,
            double lockWaitSeconds,
            double otherWaitSeconds,
            double idleSeconds) {

        /** A part of all thread time, 0 to 1; 0 when there was no thread. */
        public double share(double seconds) {
            double all = busySeconds + idleSeconds;
            return all > 0 ? seconds / all : 0;
        }

        private ThreadTime plus(ThreadTime other) {
            return new ThreadTime(
                    busySeconds + other.busySeconds,
                    cpuSeconds == null || other.cpuSeconds == null ? null : cpuSeconds + other.cpuSeconds,
                    joinWaitSeconds + other.joinWaitSeconds,
                    ioWaitSeconds + other.ioWaitSeconds,
                    lockWaitSeconds + other.lockWaitSeconds,
                    otherWaitSeconds + other.otherWaitSeconds,
                    idleSeconds + other.idleSeconds);
        }
    }

    /** This window and another one, of the same pool in another run, as one. */
    public PoolLedger plus(PoolLedger other) {
        return new PoolLedger(
                pool,
                spec,
                seconds + other.seconds,
                new PoolLedger.Tasks(
                        tasks.completions() + other.tasks().completions,
                        tasks.failures() + other.tasks().failures,
                        tasks.rejections() + other.tasks().rejections,
                        tasks.queuedSeconds() + other.tasks().queuedSeconds,
                        together(other)),
                threads.plus(other.threads));
    }

    /** Deviations don't add up, squares do. */
    private @Nullable Double together(PoolLedger other) {
        if (tasks.serviceDeviationMillis() == null || other.tasks().serviceDeviationMillis == null) {
            return null;
        }
        double all = ran() + other.ran();
        double mean = (ran() * meanServiceMillis() + other.ran() * other.meanServiceMillis()) / Math.max(1, all);
        double square = (ran() * square(meanServiceMillis(), tasks.serviceDeviationMillis())
                        + other.ran() * square(other.meanServiceMillis(), other.tasks().serviceDeviationMillis))
                / Math.max(1, all);
        return Math.sqrt(Math.max(0, square - mean * mean));
    }

    /** The mean of squares. */
    static double square(double mean, double deviation) {
        return mean * mean + deviation * deviation;
    }

    /** Tasks that ran per second. */
    public double ratePerSecond() {
        return seconds > 0 ? ran() / seconds : 0;
    }

    /** Tasks not taken per second. */
    public double rejectionsPerSecond() {
        return seconds > 0 ? tasks.rejections() / seconds : 0;
    }

    public double meanQueueMillis() {
        return ran() > 0 ? 1000 * tasks.queuedSeconds() / ran() : 0;
    }

    public double meanServiceMillis() {
        return ran() > 0 ? 1000 * threads.busySeconds() / ran() : 0;
    }

    /** Tasks queued or in service by Little's law: their rate times the mean time that they spent here. */
    public double activeTasks() {
        return seconds > 0 ? (tasks.queuedSeconds() + threads.busySeconds()) / seconds : 0;
    }

    /** Tasks in service by Little's law: the threads that the load holds on average. */
    public double busyThreads() {
        return seconds > 0 ? threads.busySeconds() / seconds : 0;
    }

    /** Queue time over queue and service time, 0 to 1. */
    public double deadTimeRatio() {
        double all = tasks.queuedSeconds() + threads.busySeconds();
        return all > 0 ? tasks.queuedSeconds() / all : 0;
    }

    private double ran() {
        return tasks.completions() + tasks.failures();
    }
}
