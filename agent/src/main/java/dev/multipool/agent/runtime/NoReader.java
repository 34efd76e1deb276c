package dev.multipool.agent.runtime;

import dev.multipool.pools.PoolKind;

/** Reads a pool that is observed no more. */
final class NoReader implements PoolReader {

    @Override
    public Bounds bounds(Object pool) {
        return new Bounds(PoolKind.FIXED, 1, 1, 0);
    }

    @Override
    public int threads(Object pool) {
        return 0;
    }

    @Override
    public boolean isShutDown(Object pool) {
        return true;
    }

    @Override
    public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
        throw new IllegalArgumentException("pool: " + pool + " (expected: one that is observed)");
    }
}
