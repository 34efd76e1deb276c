package dev.multipool.capacity;

import java.time.Duration;

/**
 * The rules of thumb that people size pools with, each with its source and an example that the tests check.
 *
 * <p>Each answers a question of its own; none knows an objective for the response time. {@link Advisor} puts them side by
 * side for one measured pool.
 *
 * <p><b>Units:</b> rates per second, results in whole threads, rounded up.
 */
public final class SizingFormulas {

    /** Lets a product that is a whole number but for its last bits stay that number. */
    private static final double ROUNDING = 1e-9;

    private SizingFormulas() {}

    /**
     * Returns L = λW: how many requests are in the system, or, with the service time for W, how many threads are busy on
     * average.
     *
     * <p>Example: 100 arrivals per second that each stay 50 ms make 5 at a time.
     *
     * <p>Source: J. D. C. Little, "A Proof for the Queuing Formula: L = λW", Operations Research 9/3 (1961).
     *
     * @throws IllegalArgumentException when the rate or the time is negative
     */
    public static double littlesLaw(double arrivalRatePerSecond, Duration timeInSystem) {
        return notNegative("arrivalRatePerSecond", arrivalRatePerSecond) * seconds("timeInSystem", timeInSystem);
    }

    /**
     * Returns the threads that keep {@code cores} at the target utilization: N·U·(1 + W/C).
     *
     * <p>Example: 4 cores to be used fully by tasks that wait 3 ms for each ms of CPU need 4 · 1 · (1 + 3) = 16 threads.
     *
     * <p>Source: B. Goetz and others, "Java Concurrency in Practice" (2006), section 8.2.
     *
     * @param targetUtilization of the cores, more than 0, at most 1
     * @param waitComputeRatio blocked time over CPU time
     * @throws IllegalArgumentException when a value is out of range
     */
    public static int goetz(int cores, double targetUtilization, double waitComputeRatio) {
        if (!(targetUtilization > 0 && targetUtilization <= 1)) {
            throw new IllegalArgumentException(
                    "targetUtilization: " + targetUtilization + " (expected: more than 0, at most 1)");
        }
        return ceil(
                positive("cores", cores) * targetUtilization * (1 + notNegative("waitComputeRatio", waitComputeRatio)));
    }

    /**
     * Returns the threads for calls to one dependency: calls per second at peak times their 99th percentile, and some
     * breathing room.
     *
     * <p>Example: 30 calls per second of 200 ms are 6, with room for 4 more 10. 1124 of 6 ms are 6.7, with room for 3
     * more 10.
     *
     * <p>Source: Netflix, Hystrix wiki, "Configuration: ThreadPool properties". The second example is from a load test of
     * Hystrix at JD.
     *
     * @throws IllegalArgumentException when a value is negative
     */
    public static int hystrix(double callsPerSecond, Duration p99, int breathingRoomThreads) {
        if (breathingRoomThreads < 0) {
            throw new IllegalArgumentException("breathingRoomThreads: " + breathingRoomThreads + " (expected: >= 0)");
        }
        return ceil(notNegative("callsPerSecond", callsPerSecond) * seconds("p99", p99) + breathingRoomThreads);
    }

    /**
     * Returns 2 · cores, the folklore for tasks that mostly wait. Example: 4 cores, 8 threads.
     *
     * <p>Source: a rule of thumb of unknown origin, common in articles on thread pools; it knows nothing of how long the
     * tasks wait, which {@link #goetz} asks for.
     */
    public static int ioBound(int cores) {
        return 2 * positive("cores", cores);
    }

    /**
     * Returns cores + 1, for tasks that only compute: one more, so that a page fault idles no core. Example: 4 cores, 5
     * threads.
     *
     * <p>Source: B. Goetz and others, "Java Concurrency in Practice" (2006), section 8.2.
     */
    public static int cpuBound(int cores) {
        return positive("cores", cores) + 1;
    }

    /**
     * Returns how many resources a pool must have so that {@code threads} that each hold up to {@code heldAtOnce} of them
     * can't deadlock: Tn · (Cm − 1) + 1.
     *
     * <p>Example: 8 threads that each need 3 connections at once can't deadlock on 8 · 2 + 1 = 17 connections: some
     * thread always gets its third.
     *
     * <p>Source: HikariCP wiki, "About Pool Sizing". For nested tasks in one pool of threads the same holds with the
     * resource being a thread of the pool, but separate pools are the better answer.
     */
    public static int antiDeadlockMinimum(int threads, int heldAtOnce) {
        return Math.addExact(
                Math.multiplyExact(positive("threads", threads), positive("heldAtOnce", heldAtOnce) - 1), 1);
    }

    static int ceil(double threads) {
        return (int) Math.ceil(threads - ROUNDING);
    }

    static double notNegative(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: >= 0)");
        }
        return value;
    }

    static int positive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: >= 1)");
        }
        return value;
    }

    static double seconds(String what, Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(what + ": " + duration + " (expected: >= 0)");
        }
        return duration.toNanos() / 1e9;
    }
}
