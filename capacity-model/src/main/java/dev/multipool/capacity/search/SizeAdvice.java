package dev.multipool.capacity.search;

import java.util.List;

/**
 * What the model says of the size of one running pool.
 *
 * @param pool its name
 * @param threadsNow the most threads that it has now
 * @param threads the most that it should have; the same when nothing speaks for a change
 * @param standing what the ledger says of the pool
 * @param reasons in figures, the measured ones first
 */
public record SizeAdvice(String pool, int threadsNow, int threads, Standing standing, List<String> reasons) {

    /** What a ledger says of its pool. */
    public enum Standing {
        /** It gets and loses threads by itself, and had enough of them. */
        SIZES_ITSELF,
        /** Hardly anything ran. */
        TOO_FEW_TASKS,
        /** The window caught it filling up or draining. */
        NOT_STEADY,
        /** All of its threads were busy while tasks waited. */
        BOTTLENECK,
        /** The same, but for want of cores. */
        SHORT_OF_CORES,
        /** Tasks hardly waited for a thread. */
        WIDE_ENOUGH
    }

    /** Keeps a copy. */
    public SizeAdvice {
        reasons = List.copyOf(reasons);
    }

    /** Returns whether there is anything to change. */
    public boolean isChange() {
        return threads != threadsNow;
    }
}
