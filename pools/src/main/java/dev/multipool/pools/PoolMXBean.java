package dev.multipool.pools;

/**
 * A pool's ledger over JMX, since the pool's creation; every attribute carries its unit.
 *
 * <p>Names that K. Pepperdine's InstrumentedThreadPoolExecutor ("Tuning the Size of Your Thread Pool", InfoQ 2013) gave
 * to the same figures:
 *
 * <table>
 * <caption>Aliases</caption>
 * <tr><td>RequestPerSecondRetirementRate</td><td>ThroughputPerSecond</td></tr>
 * <tr><td>AverageServiceTime (seconds)</td><td>MeanServiceTimeNanos</td></tr>
 * <tr><td>AverageTimeWaitingInPool (seconds)</td><td>MeanQueueTimeNanos</td></tr>
 * <tr><td>AverageResponseTime (seconds)</td><td>MeanQueueTimeNanos + MeanServiceTimeNanos</td></tr>
 * <tr><td>EstimatedAverageNumberOfActiveRequests</td><td>LittlesLawConcurrencyTasks</td></tr>
 * <tr><td>RatioOfDeadTimeToResponseTime</td><td>the same, and DeadTimeRatio</td></tr>
 * </table>
 *
 * <p>Attributes that are read within 100 ms come from one snapshot and agree with each other.
 */
public interface PoolMXBean {

    /** Returns the pool's configuration as a spec, with the bounds that hold now. */
    String getSpec();

    /** Returns the threads that exist. */
    int getThreads();

    /** Returns the most threads. */
    int getMaxThreads();

    /** Returns the most tasks that may wait. */
    int getQueueCapacityTasks();

    /** Returns the tasks in service now. */
    int getActiveTasks();

    /** Returns the tasks that wait now. */
    int getQueueDepthTasks();

    /** Returns the 90th percentile of the queue depth that tasks met. */
    long getQueueDepthP90Tasks();

    /** Returns the largest queue depth that a task met, as exact as the percentiles of a {@link Distribution}. */
    long getQueueDepthMaxTasks();

    /** Returns the tasks that were offered. */
    long getArrivalsTasks();

    /** Returns the tasks that ran and returned. */
    long getCompletionsTasks();

    /** Returns the tasks that ran and threw. */
    long getFailuresTasks();

    /** Returns the tasks that were cancelled. */
    long getCancelledTasks();

    /** Returns the tasks that were dropped because the pool was stopped. */
    long getDroppedTasks();

    /** Returns the tasks rejected because the pool was full. */
    long getRejectedPoolFullTasks();

    /** Returns the tasks rejected because the queue was full. */
    long getRejectedQueueFullTasks();

    /** Returns the tasks that expired in the queue. */
    long getRejectedQueueExpiredTasks();

    /** Returns the tasks rejected because the pool was stopped. */
    long getRejectedShutDownTasks();

    /** Returns the arrivals per second. */
    double getArrivalRatePerSecond();

    /** Returns the completions per second. */
    double getThroughputPerSecond();

    /** Returns the mean queue time. */
    double getMeanQueueTimeNanos();

    /** Returns the 99th percentile of the queue time. */
    long getQueueTimeP99Nanos();

    /** Returns the mean service time. */
    double getMeanServiceTimeNanos();

    /** Returns the 99th percentile of the service time. */
    long getServiceTimeP99Nanos();

    /** Returns the standard deviation of the service time. */
    double getServiceTimeDeviationNanos();

    /** Returns the time in service of all threads. */
    long getBusyNanos();

    /** Returns the time without work of all threads. */
    long getIdleNanos();

    /** Returns the CPU time in service, or -1 where it is not measured. */
    long getCpuNanos();

    /** Returns the time blocked in joins. */
    long getJoinWaitNanos();

    /** Returns the time blocked on input and output. */
    long getIoWaitNanos();

    /** Returns the time blocked on locks and permits. */
    long getLockWaitNanos();

    /** Returns the time blocked on what no scope declared, waiting for a core included. */
    long getOtherWaitNanos();

    /** Returns busy thread time over thread time, 0 to 1. */
    double getUtilizationRatio();

    /** Returns CPU time over thread time, 0 to 1; NaN where CPU time is not measured. */
    double getUsefulUtilizationRatio();

    /** Returns the mean number of tasks queued or in service, as measured. */
    double getConcurrencyTasks();

    /** Returns the same number by Little's law. */
    double getLittlesLawConcurrencyTasks();

    /** Returns by how much the two differ, as a part of the measured one. */
    double getLittleResidualRatio();

    /** Returns queue time over queue and service time, 0 to 1. */
    double getDeadTimeRatio();

    /** Returns {@link #getDeadTimeRatio()} under K. Pepperdine's name. */
    default double getRatioOfDeadTimeToResponseTime() {
        return getDeadTimeRatio();
    }

    /** Returns blocked time over CPU time; NaN where CPU time is not measured. */
    double getWaitComputeRatio();

    /** Returns the whole ledger, with its distributions, for {@link LedgerSnapshot#fromBytes} in another JVM. */
    byte[] ledger();

    /** Changes the bounds, all at once: {@link MeasuredPool#resize}. */
    void resize(int coreThreads, int maxThreads, int queueCapacityTasks);
}
