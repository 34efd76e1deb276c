package dev.multipool.pools;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One thread of a pool, as the pool sees it. */
final class Worker implements Runnable {

    final TaskSlot slot = new TaskSlot();

    /** Set by the worker when it begins, where CPU time can be measured. */
    volatile @Nullable CpuAccount cpu;

    /** Set by the worker when it begins. */
    volatile @Nullable TaskContext context;

    /** Whether this worker is counted among the searching ones: from when it is woken until it finds a task. */
    boolean searching;

    /** Set by whoever takes the worker off the idle ones, until the worker has noticed. */
    volatile boolean woken;

    /** Whether the worker is among the idle ones, and its neighbours there. Belongs to {@link IdleWorkers}. */
    boolean parked;

    @Nullable
    Worker newer;

    @Nullable
    Worker older;

    /** Tasks that the worker will serve until it takes the pool's tasks for such that do not wait. */
    int tasksUntilNoneWaits;

    private final Crew crew;
    private @Nullable Thread thread;

    Worker(Crew crew) {
        this.crew = crew;
    }

    /** Set once, before the thread starts. */
    void thread(Thread newThread) {
        thread = newThread;
    }

    Thread thread() {
        return Objects.requireNonNull(thread);
    }

    @Override
    public void run() {
        crew.work(this);
    }
}
