package dev.multipool.pools;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes a pool's events on to its listener and to JFR. */
final class PoolEvents {

    private static final Logger LOG = LoggerFactory.getLogger(PoolEvents.class);

    private final String poolName;
    private final PoolListener listener;
    private final boolean listening;

    PoolEvents(String poolName, PoolListener listener) {
        this.poolName = poolName;
        this.listener = listener;
        this.listening = listener != PoolListener.NONE;
    }

    void rejected(PoolRejectedException e) {
        TaskRejectedEvent.emit(e);
        if (listening) {
            tell(to -> to.rejected(poolName, e.reason()));
        }
    }

    void notRun(NotRunReason reason, long queueTimeNanos) {
        if (listening) {
            tell(to -> to.notRun(poolName, reason, queueTimeNanos));
        }
    }

    void ended(TaskOutcome outcome, long queueTimeNanos, long serviceTimeNanos) {
        if (listening) {
            tell(to -> to.ended(poolName, outcome, queueTimeNanos, serviceTimeNanos));
        }
    }

    void slow(Runnable task, TaskOutcome outcome, long queueTimeNanos, long serviceTimeNanos) {
        Runnable submitted = DecoratedTask.inside(task);
        SlowTaskEvent.emit(poolName, submitted, outcome, queueTimeNanos, serviceTimeNanos);
        if (listening) {
            tell(to -> to.slow(poolName, submitted, queueTimeNanos, serviceTimeNanos));
        }
    }

    void resized(PoolConfig before, PoolConfig after) {
        if (listening) {
            tell(to -> to.resized(before, after));
        }
    }

    private void tell(Consumer<PoolListener> call) {
        try {
            call.accept(listener);
        } catch (Throwable e) {
            LOG.warn("pool {}: its listener threw", poolName, e);
        }
    }
}
