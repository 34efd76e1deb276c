package dev.multipool.pools;

/**
 * The distributions of a pool's tasks.
 *
 * @param queueTimeNanos task start - enqueue, of the tasks that were run
 * @param serviceTimeNanos task end - task start, of the same tasks. Its sum, and so its mean, also has the time after
 *     the ends in which the threads ran what had waited for them ({@link PoolTask#left})
 * @param queueDepth tasks that an accepted task found queued when it arrived
 * @param inSystemNanos sum over all accepted tasks that left, run or not, of departure - arrival
 * @param concurrencyNanos the number of tasks queued or in service, integrated over time
 */
public record TaskTimes(
        Distribution queueTimeNanos,
        Distribution serviceTimeNanos,
        Distribution queueDepth,
        long inSystemNanos,
        long concurrencyNanos) {

    TaskTimes minus(TaskTimes earlier) {
        return new TaskTimes(
                queueTimeNanos.minus(earlier.queueTimeNanos),
                serviceTimeNanos.minus(earlier.serviceTimeNanos),
                queueDepth.minus(earlier.queueDepth),
                inSystemNanos - earlier.inSystemNanos,
                Math.max(0, concurrencyNanos - earlier.concurrencyNanos));
    }
}
