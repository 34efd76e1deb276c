package dev.multipool.agent.runtime;

import dev.multipool.pools.PoolKind;

/** Of a pool of one thread. */
final class FixedReader implements PoolReader {
    @Override
    public Bounds bounds(Object pool) {
        return new Bounds(PoolKind.FIXED, 1, 1, 10);
    }

    @Override
    public int threads(Object pool) {
        return 1;
    }

    @Override
    public boolean isShutDown(Object pool) {
        return false;
    }

    @Override
    public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
        throw new UnsupportedOperationException();
    }
}
