package dev.multipool.pools;

/** What a thread in service waits for, when the code that waits says so with a {@link WaitScope}. */
public enum WaitCause {
    /** For subtasks on other threads. */
    JOIN,
    /** For input or output. */
    IO,
    /** For a lock or a permit. */
    LOCK
}
