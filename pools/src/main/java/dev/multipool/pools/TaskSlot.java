package dev.multipool.pools;

import org.jspecify.annotations.Nullable;

/** Where a queue puts the task that it hands out; each worker has one, so that handing out allocates nothing. */
final class TaskSlot {

    @Nullable
    Runnable task;

    long enqueuedNanos;
    /** Whether the queue decided that the task has waited too long to be run. */
    boolean shed;
}
