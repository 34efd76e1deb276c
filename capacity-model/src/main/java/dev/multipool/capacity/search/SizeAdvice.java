package dev.multipool.capacity.search;

import java.util.List;

/**
 * What the model says of the size of one running pool.
 *
 * @param pool its name
 * @param threadsNow the most threads that it has now
 * @param threads the most that it should have; the same when nothing speaks for a change
 * @param reasons in figures, the measured ones first
 */
public record SizeAdvice(String pool, int threadsNow, int threads, List<String> reasons) {

    /** Keeps a copy. */
    public SizeAdvice {
        reasons = List.copyOf(reasons);
    }

    /** Returns whether there is anything to change. */
    public boolean isChange() {
        return threads != threadsNow;
    }
}
