package dev.multipool.pools;

/**
 * What a pool's threads did with their time, summed over the threads.
 *
 * <p><b>Units:</b> nanoseconds of thread time: two threads that are busy for 1 ms make 2 ms. For virtual and direct
 * pools the worker time is the limit on tasks in service times the window.
 *
 * @param workerNanos time in which the threads existed
 * @param busyNanos time in service, the part of tasks that still run included
 * @param cpuNanos CPU time in service; -1 where the JVM does not measure it (virtual threads)
 * @param joinWaitNanos time blocked in joins, as far as they opened a scope
 * @param ioWaitNanos time blocked on input and output, as far as it opened a scope
 * @param lockWaitNanos time blocked on locks and permits, as far as they opened a scope
 */
public record WorkerTimes(
        long workerNanos, long busyNanos, long cpuNanos, long joinWaitNanos, long ioWaitNanos, long lockWaitNanos) {

    /** Returns the time in which the threads had nothing to do. */
    public long idleNanos() {
        return Math.max(0, workerNanos - busyNanos);
    }

    WorkerTimes minus(WorkerTimes earlier) {
        return new WorkerTimes(
                workerNanos - earlier.workerNanos,
                busyNanos - earlier.busyNanos,
                cpuNanos < 0 || earlier.cpuNanos < 0 ? -1 : cpuNanos - earlier.cpuNanos,
                joinWaitNanos - earlier.joinWaitNanos,
                ioWaitNanos - earlier.ioWaitNanos,
                lockWaitNanos - earlier.lockWaitNanos);
    }
}
