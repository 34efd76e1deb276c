package dev.multipool.agent.runtime;

/** Shows over JMX, as {@code dev.multipool:type=SlowTasks}, which tasks took long: those of all pools together. */
public interface SlowTasksMXBean {
    /** From here on a task is slow, in nanoseconds from its arrival to its end. */
    long getLeastNanos();

    /** Slow tasks that have ended so far, whether or not they are still shown. */
    long getCount();

    /** Those that run now, then the last that have ended, the newest first. */
    SlowTask[] getTasks();
}
