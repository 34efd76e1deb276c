package dev.multipool.pools;

/** How a task that was run ended. */
public enum TaskOutcome {
    /** It returned. */
    COMPLETED,
    /** It threw, or reports a failure of its own. */
    FAILED,
    /** Its owner cancelled it while it ran. */
    CANCELLED
}
