package dev.multipool.pools.internal.worker;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One thread of a pool, as it is known to those that start, wake and count it. */
abstract class CrewMember implements Runnable {

    /** Set by whoever takes the member off the idle ones, until the member has noticed. */
    volatile boolean woken;

    /** Whether the member is among the idle ones, and its neighbours there. Belongs to {@link IdleWorkers}. */
    boolean parked;

    @Nullable
    CrewMember newer;

    @Nullable
    CrewMember older;

    private @Nullable Thread thread;

    /** Set once, before the thread starts. */
    final void thread(Thread newThread) {
        thread = newThread;
    }

    final Thread thread() {
        return Objects.requireNonNull(thread);
    }

    /** The CPU time in service so far; 0 where it is not measured. */
    abstract long cpuNanos();
}
