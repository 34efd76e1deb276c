package dev.multipool.capacity;

/**
 * What no closed system can exceed, from three means: each user needs its unloaded response time, each thread the time
 * that a call holds it, each core the CPU time of a call.
 *
 * <p>Example, seed 000: 3.57 ms unloaded, 2.549 ms on the pool, 0.588 ms CPU, 4 cores less 0.185 for the rest. 50 users
 * on 16 threads can't get more than min(50 / 3.57 ms, 16 / 2.549 ms, 3.815 / 0.588 ms) = min(14006, 6277, 6488) = 6277
 * calls per second: the pool is the limit. It was measured at 6228.
 *
 * <p>Source: P. J. Denning, J. P. Buzen, "The Operational Analysis of Queueing Network Models", Computing Surveys 10/3
 * (1978).
 *
 * @param responseSeconds a call alone in the system
 * @param holdingSeconds of it, the time that a thread of the pool is held
 * @param cpuSeconds CPU time of a call
 * @param cores usable cores: those that there are, or the quota, less what else uses them
 */
public record AsymptoticBounds(double responseSeconds, double holdingSeconds, double cpuSeconds, double cores) {

    /** Validates. */
    public AsymptoticBounds {
        SizingFormulas.notNegative("responseSeconds", responseSeconds);
        SizingFormulas.notNegative("holdingSeconds", holdingSeconds);
        SizingFormulas.notNegative("cpuSeconds", cpuSeconds);
        SizingFormulas.notNegative("cores", cores);
    }

    /** Returns the most calls per second. */
    public double throughput(int users, int threads) {
        return Math.min(users / responseSeconds, Math.min(threads / holdingSeconds, cores / cpuSeconds));
    }

    /** Returns the threads at which the pool stops being the limit: more of them can't raise the throughput. */
    public double saturatingThreads() {
        return cores / cpuSeconds * holdingSeconds;
    }

    /** Returns the users at which the cores become the limit when the pool is not. */
    public double saturatingUsers() {
        return cores / cpuSeconds * responseSeconds;
    }
}
