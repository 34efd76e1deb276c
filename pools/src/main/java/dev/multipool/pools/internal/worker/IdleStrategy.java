package dev.multipool.pools.internal.worker;

/** What a worker does that has no task. */
enum IdleStrategy {
    /** Lets other threads run and looks for a task, twice, then parks: to park and be woken costs much more. */
    YIELD_THEN_PARK(2),
    /** Parks at once: the pool's tasks wait, so the cores have other threads to run. */
    PARK(0),
    /** Ends at once: a new virtual thread costs less than one that is kept. */
    END(0);

    private final int yields;

    IdleStrategy(int yields) {
        this.yields = yields;
    }

    /** How often the worker lets other threads run and looks for a task, before it does anything else. */
    int yields() {
        return yields;
    }
}
