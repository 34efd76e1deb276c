package dev.multipool.pools.internal;

import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolListener;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.TaskOutcome;

/** Passes a pool's events on to its listener and to JFR. No method throws. */
public final class PoolEvents {

    private static final ThrownLog LOG = new ThrownLog(PoolEvents.class);

    private final String poolName;
    private final PoolListener listener;
    private final boolean listening;

    public PoolEvents(String poolName, PoolListener listener) {
        this.poolName = poolName;
        this.listener = listener;
        this.listening = listener != PoolListener.NONE;
    }

    public void rejected(PoolRejectedException e) {
        try {
            TaskRejectedEvent.emit(e);
            if (listening) {
                listener.rejected(poolName, e.reason());
            }
        } catch (Throwable thrown) {
            threw(thrown);
        }
    }

    void notRun(NotRunReason reason, long queueTimeNanos) {
        if (listening) {
            try {
                listener.notRun(poolName, reason, queueTimeNanos);
            } catch (Throwable thrown) {
                threw(thrown);
            }
        }
    }

    void ended(TaskOutcome outcome, long queueTimeNanos, long serviceTimeNanos) {
        if (listening) {
            try {
                listener.ended(poolName, outcome, queueTimeNanos, serviceTimeNanos);
            } catch (Throwable thrown) {
                threw(thrown);
            }
        }
    }

    void slow(Runnable task, TaskOutcome outcome, long queueTimeNanos, long serviceTimeNanos) {
        try {
            Runnable submitted = Decoration.inside(task);
            SlowTaskEvent.emit(poolName, submitted, outcome, queueTimeNanos, serviceTimeNanos);
            if (listening) {
                listener.slow(poolName, submitted, queueTimeNanos, serviceTimeNanos);
            }
        } catch (Throwable thrown) {
            threw(thrown);
        }
    }

    public void resized(PoolConfig before, PoolConfig after) {
        if (listening) {
            try {
                listener.resized(before, after);
            } catch (Throwable thrown) {
                threw(thrown);
            }
        }
    }

    private void threw(Throwable thrown) {
        LOG.warn(poolName, "its listener threw", thrown);
    }
}
