package dev.multipool.pools.internal.queue;

import dev.multipool.pools.PoolTask;
import org.jspecify.annotations.Nullable;

/** Where a queue puts the task that it hands out; each worker has one, so that handing out allocates nothing. */
public final class TaskSlot {

    public @Nullable Runnable task;

    public long enqueuedNanos;
    public long deadlineNanos = PoolTask.NO_DEADLINE;
    /** Whether the queue decided that the task has waited too long to be run. */
    public boolean shed;
}
