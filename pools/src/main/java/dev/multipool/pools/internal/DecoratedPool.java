package dev.multipool.pools.internal;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.TaskDecorator;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;

/** A pool whose tasks all pass a decorator; everything else is the pool's inside. */
public final class DecoratedPool implements MeasuredPool {

    private static final ThrownLog LOG = new ThrownLog(DecoratedPool.class);

    private final MeasuredPool pool;
    private final TaskDecorator decorator;

    public DecoratedPool(MeasuredPool pool, TaskDecorator decorator) {
        this.pool = Objects.requireNonNull(pool, "pool");
        this.decorator = Objects.requireNonNull(decorator, "decorator");
    }

    /** The pool that runs the tasks: the given one, or what is inside when it is decorated. */
    static MeasuredPool inside(MeasuredPool pool) {
        MeasuredPool inner = pool;
        while (inner instanceof DecoratedPool decorated) {
            inner = decorated.pool;
        }
        return inner;
    }

    @Override
    public void execute(Runnable task) {
        SubmittedTask submitted = new SubmittedTask(task);
        Runnable decorated = Objects.requireNonNull(decorator.decorate(this, submitted), "decorated task");
        if (decorated == submitted) {
            pool.execute(task);
            return;
        }
        try {
            pool.execute(new Decoration(decorated, submitted));
        } catch (PoolRejectedException e) {
            tellRejected(decorated, e);
            throw e;
        }
    }

    private void tellRejected(Runnable decorated, PoolRejectedException e) {
        try {
            decorator.rejected(decorated, e);
        } catch (Throwable thrown) {
            LOG.warn(config().name(), "a decorator threw when told of a rejected task", thrown);
        }
    }

    @Override
    public ExecutorService asExecutorService() {
        if (inside(pool) instanceof StoppablePool stoppable) {
            return new PoolExecutorService(this, stoppable);
        }
        return MeasuredPool.super.asExecutorService();
    }

    @Override
    public PoolConfig config() {
        return pool.config();
    }

    @Override
    public NanoClock clock() {
        return pool.clock();
    }

    @Override
    public LedgerSnapshot snapshot() {
        return pool.snapshot();
    }

    @Override
    public void resize(int coreThreads, int maxThreads, int queueCapacity) {
        pool.resize(coreThreads, maxThreads, queueCapacity);
    }

    @Override
    public boolean stop(Duration drain) {
        return pool.stop(drain);
    }

    @Override
    public boolean isTerminated() {
        return pool.isTerminated();
    }

    @Override
    public String toString() {
        return pool.toString();
    }
}
