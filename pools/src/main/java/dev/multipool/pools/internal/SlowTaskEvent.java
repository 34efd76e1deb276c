package dev.multipool.pools.internal;

import dev.multipool.pools.TaskOutcome;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A task was in service for longer than its pool's {@code slowTask}; the event is at the task's end. */
@Name("dev.multipool.SlowTask")
@Label("Slow Task")
@Description("A task was in service for longer than its pool calls slow")
@Category({"Multipool", "Pools"})
@StackTrace(false)
final class SlowTaskEvent extends Event {

    @Label("Pool")
    @Nullable
    String pool;

    @Label("Task")
    @Nullable
    String task;

    @Label("Outcome")
    @Nullable
    String outcome;

    @Label("Queue Time")
    @Timespan(Timespan.NANOSECONDS)
    long queueTime;

    @Label("Service Time")
    @Timespan(Timespan.NANOSECONDS)
    long serviceTime;

    static void emit(String pool, Runnable task, TaskOutcome outcome, long queueTimeNanos, long serviceTimeNanos) {
        SlowTaskEvent event = new SlowTaskEvent();
        if (event.isEnabled()) {
            event.pool = pool;
            event.task = task.getClass().getName();
            event.outcome = outcome.name();
            event.queueTime = queueTimeNanos;
            event.serviceTime = serviceTimeNanos;
            event.commit();
        }
    }
}
