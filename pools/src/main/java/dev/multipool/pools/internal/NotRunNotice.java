package dev.multipool.pools.internal;

import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolTask;
import java.util.concurrent.Future;

/** What a task hears that was accepted and isn't run. */
public final class NotRunNotice {

    private NotRunNotice() {}

    /** Tells a task that wants to know, and cancels a future, which would otherwise never be done. */
    public static void give(Runnable task, NotRunReason reason) {
        if (task instanceof PoolTask poolTask) {
            poolTask.notRun(reason);
        } else if (task instanceof Future<?> future) {
            future.cancel(false);
        }
    }
}
