package dev.multipool.agent.runtime;

import org.jspecify.annotations.Nullable;

/** A pool as the graph of pools has it. */
interface PoolNode {

    /** What its ledger is called, or null until it was given a name. */
    @Nullable
    String name();

    /** Whether somebody still has it. */
    boolean isInUse();

    /** Whether its threads are not known as its own: each is there for one task. */
    boolean hasThreadPerTask();

    /** Whether it lends things to tasks, such as connections, instead of running tasks. */
    boolean lends();

    /** Whether who asks it for something may have to wait for that. */
    boolean letsWait();

    /** Somebody who holds something of the pool's has waited for the other pool. */
    void waitedWhileHolding(PoolNode other, long nanos);
}
