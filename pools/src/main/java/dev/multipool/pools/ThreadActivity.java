package dev.multipool.pools;

import java.util.Locale;

/** What a thread is doing, as far as its state and its stack tell. */
public enum ThreadActivity {
    /** It has nothing to do: it waits for a task, a timer or an event. */
    IDLE,
    /** It waits for what other threads are to finish: a latch, a future, a join. */
    JOIN,
    /** It waits for input or output. */
    IO,
    /** It waits for a lock or a permit. */
    LOCK,
    /** It computes, or is ready and waits for a core: a stack does not tell the two apart. */
    CPU,
    /** It waits for something that no rule knows, such as a sleep. */
    OTHER;

    /** Returns the word for it in pages and metrics. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
