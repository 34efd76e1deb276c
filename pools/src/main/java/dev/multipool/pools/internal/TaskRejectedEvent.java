package dev.multipool.pools.internal;

import dev.multipool.pools.PoolRejectedException;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A pool rejected a task. */
@Name("dev.multipool.TaskRejected")
@Label("Task Rejected")
@Description("A pool did not take a task")
@Category({"Multipool", "Pools"})
@StackTrace(false)
final class TaskRejectedEvent extends Event {

    @Label("Pool")
    @Nullable
    String pool;

    @Label("Reason")
    @Nullable
    String reason;

    @Label("In Flight")
    int inFlight;

    @Label("Queue Depth")
    int queueDepth;

    static void emit(PoolRejectedException e) {
        TaskRejectedEvent event = new TaskRejectedEvent();
        if (event.isEnabled()) {
            event.pool = e.poolName();
            event.reason = e.reason().words();
            event.inFlight = e.inFlight();
            event.queueDepth = e.queueDepth();
            event.commit();
        }
    }
}
