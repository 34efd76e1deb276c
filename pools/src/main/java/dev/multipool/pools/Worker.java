package dev.multipool.pools;

import org.jspecify.annotations.Nullable;

/** One thread of a pool, as the pool sees it. */
final class Worker implements Runnable {

    final TaskSlot slot = new TaskSlot();

    @Nullable
    Thread thread;

    /** Whether a submitter woke this worker, which is counted among the searching ones until it finds a task. */
    boolean searching;

    /** Set by whoever takes the worker off the idle ones. */
    volatile boolean woken;

    private final WorkerPool pool;

    Worker(WorkerPool pool) {
        this.pool = pool;
    }

    @Override
    public void run() {
        pool.runWorker(this);
    }
}
