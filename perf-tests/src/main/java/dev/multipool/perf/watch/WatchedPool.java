package dev.multipool.perf.watch;

import dev.multipool.laboratory.process.JvmSnapshot.Pool;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.ManagedPool;
import dev.multipool.pools.PoolConfig;
import java.util.function.Consumer;

/** A pool of another JVM, as it was when that was last asked. */
final class WatchedPool implements ManagedPool {
    private final Consumer<PoolConfig> setter;
    private volatile Pool last;

    WatchedPool(Consumer<PoolConfig> setter, Pool first) {
        this.setter = setter;
        this.last = first;
    }

    void saw(Pool pool) {
        last = pool;
    }

    /** Whether the other one is a later look at this pool, and no second pool of its name. */
    boolean isOf(Pool pool) {
        return last.ledger().startNanos() == pool.ledger().startNanos();
    }

    @Override
    public PoolConfig config() {
        return last.config();
    }

    @Override
    public LedgerSnapshot snapshot() {
        return last.ledger();
    }

    @Override
    public void resize(int coreThreads, int maxThreads, int queueCapacity) {
        PoolConfig now = config();
        setter.accept(PoolConfig.builder(now.name())
                .kind(now.kind())
                .coreThreads(coreThreads)
                .maxThreads(maxThreads)
                .queue(queueCapacity)
                .build());
    }
}
