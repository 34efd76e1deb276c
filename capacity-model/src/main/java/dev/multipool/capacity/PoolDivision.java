package dev.multipool.capacity;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides threads over the pools of one machine.
 *
 * <p>Example: a pool that gets 400 tasks per second of 10 ms keeps 4 threads busy, one that gets 100 of 10 ms keeps 1
 * busy. With a buffer of 20 % that makes 6 threads in all; divided 4 : 1 that is 5 and 1.
 *
 * <p>Source: K. Pepperdine, "Tuning the Size of Your Thread Pool" (InfoQ 2013): add up arrival rate times service time
 * over the pools, add 20 % since the law gives the mean only, and divide the total by demand.
 */
public final class PoolDivision {

    /** What the source adds to the mean. */
    public static final double DEFAULT_BUFFER = 0.2;

    private PoolDivision() {}

    /**
     * Returns the threads for all pools together: the sum of arrival rate times service time, and the buffer on top.
     *
     * @param buffer 0.2 for 20 %
     */
    public static int total(List<PoolDemand> demands, double buffer) {
        SizingFormulas.notNegative("buffer", buffer);
        double busy = demands.stream().mapToDouble(PoolDemand::busyThreads).sum();
        return Math.max(demands.size(), SizingFormulas.ceil(busy * (1 + buffer)));
    }

    /**
     * Divides {@code total} threads in proportion to arrival rate times service time, in whole threads, at least one
     * each; what rounding leaves over goes to the largest remainders.
     *
     * @return threads by pool, in the order given; they add up to {@code total}
     * @throws IllegalArgumentException when there are fewer threads than pools, or two demands name one pool
     */
    public static Map<String, Integer> divide(int total, List<PoolDemand> demands) {
        if (total < demands.size()) {
            throw new IllegalArgumentException(
                    "total: " + total + " (expected: >= " + demands.size() + ", a thread for each pool)");
        }
        Map<String, Integer> threads = new LinkedHashMap<>();
        for (PoolDemand demand : demands) {
            if (threads.put(demand.pool(), 1) != null) {
                throw new IllegalArgumentException("pool: " + demand.pool() + " (expected: once)");
            }
        }
        double busy = demands.stream().mapToDouble(PoolDemand::busyThreads).sum();
        for (int left = total - demands.size(); left > 0 && !demands.isEmpty(); left--) {
            PoolDemand next = demands.stream()
                    .max(Comparator.comparingDouble(d -> lack(d, busy, total, threads.getOrDefault(d.pool(), 0))))
                    .orElseThrow();
            threads.merge(next.pool(), 1, Integer::sum);
        }
        return threads;
    }

    /** By how many threads a pool is short of its share. */
    private static double lack(PoolDemand demand, double busy, int total, int has) {
        double share = busy == 0 ? 0 : demand.busyThreads() / busy * total;
        return share - has;
    }
}
