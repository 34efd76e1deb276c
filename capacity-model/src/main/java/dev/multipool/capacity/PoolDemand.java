package dev.multipool.capacity;

import java.time.Duration;

/**
 * What is asked of one of several pools.
 *
 * @param pool its name
 * @param arrivalRatePerSecond tasks per second
 * @param serviceTime mean time that a task holds a thread
 */
public record PoolDemand(String pool, double arrivalRatePerSecond, Duration serviceTime) {

    /** Checks that rate and time are not negative. */
    public PoolDemand {
        SizingFormulas.notNegative("arrivalRatePerSecond of " + pool, arrivalRatePerSecond);
        SizingFormulas.seconds("serviceTime of " + pool, serviceTime);
    }

    /** Returns the threads that are busy on average: rate times time. */
    public double busyThreads() {
        return SizingFormulas.littlesLaw(arrivalRatePerSecond, serviceTime);
    }
}
