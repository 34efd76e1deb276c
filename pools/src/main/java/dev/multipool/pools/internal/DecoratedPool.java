package dev.multipool.pools.internal;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.TaskDecorator;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

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
        Offer offer = new Offer(task);
        try {
            pool.execute(offer.toPool);
        } catch (PoolRejectedException e) {
            offer.tellRejected(e);
            throw e;
        }
    }

    @Override
    public void executeAll(Iterable<? extends Runnable> tasks) {
        Offers offers = new Offers(tasks.iterator());
        try {
            pool.executeAll(() -> offers);
        } catch (PoolRejectedException e) {
            Objects.requireNonNull(offers.last).tellRejected(e);
            throw e;
        }
    }

    /** One task that is decorated and offered to the pool inside. */
    private final class Offer {

        private final SubmittedTask submitted;
        private final Runnable decorated;
        final Runnable toPool;

        Offer(Runnable task) {
            submitted = new SubmittedTask(task);
            decorated = Objects.requireNonNull(decorator.decorate(DecoratedPool.this, submitted), "decorated task");
            toPool = decorated == submitted ? task : new Decoration(decorated, submitted);
        }

        void tellRejected(PoolRejectedException e) {
            if (decorated != submitted) {
                try {
                    decorator.rejected(decorated, e);
                } catch (Throwable thrown) {
                    LOG.warn(config().name(), "a decorator threw when told of a rejected task", thrown);
                }
            }
        }
    }

    /** Decorates one task after the other, each when the pool asks for it. */
    private final class Offers implements Iterator<Runnable> {

        private final Iterator<? extends Runnable> tasks;

        @Nullable
        Offer last;

        Offers(Iterator<? extends Runnable> tasks) {
            this.tasks = tasks;
        }

        @Override
        public boolean hasNext() {
            return tasks.hasNext();
        }

        @Override
        public Runnable next() {
            Offer offer = new Offer(tasks.next());
            last = offer;
            return offer.toPool;
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
