package dev.multipool.pools;

import dev.multipool.pools.internal.DecoratedPool;
import dev.multipool.pools.internal.DirectPool;
import dev.multipool.pools.internal.worker.WorkerPool;

/**
 * Makes pools.
 *
 * <pre>{@code
 * MeasuredPool pool = Pools.create(PoolConfig.parse("business", "fixed:threads=16,queue=1000"));
 * }</pre>
 */
public final class Pools {

    private Pools() {}

    /** Returns a running pool that measures with the JVM's clock. */
    public static MeasuredPool create(PoolConfig config) {
        return create(config, NanoClock.system());
    }

    /** Returns a running pool that measures with the given clock. */
    public static MeasuredPool create(PoolConfig config, NanoClock clock) {
        return create(config, clock, PoolListener.NONE);
    }

    /**
     * Returns a running pool that measures with the given clock and tells the listener about every task.
     *
     * @throws UnsupportedOperationException for a {@code virtual} pool on a JDK older than 21
     */
    public static MeasuredPool create(PoolConfig config, NanoClock clock, PoolListener listener) {
        return config.kind() == PoolKind.DIRECT
                ? new DirectPool(config, clock, listener)
                : new WorkerPool(config, clock, listener);
    }

    /**
     * Returns the same pool with something around every task that is submitted through what is returned. It is one pool
     * with one ledger: whoever submits to the given one directly goes past the decorator.
     */
    public static MeasuredPool decorate(MeasuredPool pool, TaskDecorator decorator) {
        return new DecoratedPool(pool, decorator);
    }
}
