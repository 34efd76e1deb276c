package dev.multipool.agent.program;

import java.util.concurrent.Future;

/** Runs tasks on a pool. */
interface Submitter {
    /** Hands a task to the pool, or throws a {@link java.util.concurrent.RejectedExecutionException}. */
    Future<?> submit(Runnable task);
}
