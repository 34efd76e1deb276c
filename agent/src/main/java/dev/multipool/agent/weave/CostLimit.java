package dev.multipool.agent.weave;

/**
 * Decides when measuring costs too much: more than its share of the process's CPU time in each of three periods in a row. One
 * alone may be a burst, or the sample's own bad luck.
 *
 * <p><b>Threads:</b> one.
 */
final class CostLimit {

    private static final int PERIODS = 3;

    private final double share;
    private int above;

    /** @param share the most that it may be, 0 to 1 */
    CostLimit(double share) {
        this.share = share;
    }

    /**
     * Whether it is too much by now.
     *
     * @param tasks of all pools in the period
     * @param nanosPerTask what measuring one costs
     * @param cpuNanos what the process used in the period, that cost included; negative where it is not told
     */
    boolean isPassedBy(long tasks, double nanosPerTask, long cpuNanos) {
        boolean isAbove = cpuNanos > 0 && tasks * nanosPerTask > share * cpuNanos;
        above = isAbove ? above + 1 : 0;
        return above >= PERIODS;
    }
}
