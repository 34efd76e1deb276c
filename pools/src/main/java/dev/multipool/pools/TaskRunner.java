package dev.multipool.pools;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves accepted tasks on the current thread and writes down what became of them; the same for every kind of pool. */
final class TaskRunner {

    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);

    private final PoolConfig config;
    private final NanoClock clock;
    private final Ledger ledger;
    private final PoolEvents events;
    private final Runnable leave;
    private final long queueTimeoutNanos;
    private final long slowTaskNanos;

    /**
     * @param leave gives the place of a served task back
     */
    TaskRunner(PoolConfig config, NanoClock clock, Ledger ledger, PoolEvents events, Runnable leave) {
        this.config = config;
        this.clock = clock;
        this.ledger = ledger;
        this.events = events;
        this.leave = leave;
        this.queueTimeoutNanos = config.queueTimeout().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        this.slowTaskNanos = config.slowTask().toNanos();
    }

    /** A context for a thread that will serve. */
    TaskContext newContext() {
        return new TaskContext(config.name(), ledger, clock);
    }

    /** Runs the task, or tells it why not, gives its place back, and returns when it ended. Never throws. */
    long serve(Runnable task, TaskSlot slot, TaskContext context, long startNanos) {
        if (slot.shed || startNanos - slot.enqueuedNanos > queueTimeoutNanos) {
            leave.run();
            skip(task, NotRunReason.EXPIRED, slot.enqueuedNanos, startNanos);
            return startNanos;
        }
        slot.deadlineNanos = PoolTask.NO_DEADLINE;
        if (task instanceof PoolTask poolTask) {
            NotRunReason reason = notRunReason(poolTask, slot, startNanos);
            if (reason != null) {
                leave.run();
                skip(task, reason, slot.enqueuedNanos, startNanos);
                return startNanos;
            }
        }
        ledger.started(startNanos);
        context.taskStarts(slot.deadlineNanos);
        TaskOutcome outcome = run(task);
        leave.run();
        tellLeft(task);
        context.taskEnded();
        long endNanos = clock.nanoTime();
        ledger.ended(outcome, slot.enqueuedNanos, startNanos, endNanos);
        events.ended(outcome, startNanos - slot.enqueuedNanos, endNanos - startNanos);
        if (endNanos - startNanos >= slowTaskNanos) {
            events.slow(task, outcome, startNanos - slot.enqueuedNanos, endNanos - startNanos);
        }
        return endNanos;
    }

    /** Tells the task that it isn't run. Never throws. */
    void skip(Runnable task, NotRunReason reason, long enqueuedNanos, long now) {
        ledger.notRun(reason, enqueuedNanos, now);
        events.notRun(reason, now - enqueuedNanos);
        if (task instanceof PoolTask poolTask) {
            try {
                poolTask.notRun(reason);
            } catch (Throwable e) {
                LOG.warn("pool {}: a task threw when told that it is not run", config.name(), e);
            }
        }
    }

    private TaskOutcome run(Runnable task) {
        try {
            task.run();
            return task instanceof PoolTask poolTask ? poolTask.outcome() : TaskOutcome.COMPLETED;
        } catch (Throwable e) {
            LOG.warn("pool {}: a task threw", config.name(), e);
            return TaskOutcome.FAILED;
        }
    }

    private void tellLeft(Runnable task) {
        if (task instanceof PoolTask poolTask) {
            try {
                poolTask.left();
            } catch (Throwable e) {
                LOG.warn("pool {}: a task threw when told that it has left", config.name(), e);
            }
        }
    }

    private @Nullable NotRunReason notRunReason(PoolTask task, TaskSlot slot, long now) {
        try {
            if (task.isCancelled()) {
                return NotRunReason.CANCELLED;
            }
            slot.deadlineNanos = task.deadlineNanos();
        } catch (Throwable e) {
            LOG.warn("pool {}: a task threw when asked for its deadline; it is run", config.name(), e);
        }
        return slot.deadlineNanos != PoolTask.NO_DEADLINE && slot.deadlineNanos - now <= 0
                ? NotRunReason.EXPIRED
                : null;
    }
}
