package dev.multipool.pools.internal;

import dev.multipool.pools.MeasuredPool;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** A pool as the JDK's interface: submits to the given one, and stops the one inside when it is decorated. */
public final class PoolExecutorService extends AbstractExecutorService {

    private final MeasuredPool pool;
    private final StoppablePool inside;

    public PoolExecutorService(MeasuredPool pool, StoppablePool inside) {
        this.pool = pool;
        this.inside = inside;
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    @Override
    public void shutdown() {
        inside.shut();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return inside.stopNow();
    }

    @Override
    public boolean isShutdown() {
        return inside.isShut();
    }

    @Override
    public boolean isTerminated() {
        return inside.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return inside.awaitTerminated(timeout, unit);
    }

    @Override
    public String toString() {
        return pool.toString();
    }
}
