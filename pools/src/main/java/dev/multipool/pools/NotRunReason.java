package dev.multipool.pools;

/** Why a task that a pool had accepted was never run. */
public enum NotRunReason {
    /** Its deadline or the pool's queue timeout passed while it was queued. */
    EXPIRED,
    /** Its owner cancelled it while it was queued. */
    CANCELLED,
    /** The pool was stopped and the time for draining was over. */
    DROPPED,
    /** The pool has no thread, gets none, and nothing would try for one again. The ledger counts it as dropped. */
    NO_THREAD,
    /**
     * Its turn came, but what a {@link TaskDecorator} put around it threw, or returned, without running it. The ledger
     * counts a failure.
     */
    SKIPPED
}
