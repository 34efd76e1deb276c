package dev.multipool.pools;

/**
 * A pool that {@link PoolManagement} can show: one of ours, or somebody else's that is only observed.
 *
 * <p><b>Threads:</b> every method may be called by any thread.
 */
public interface ManagedPool {

    /** Returns the pool's configuration, with the bounds that hold now. */
    PoolConfig config();

    /** Returns the ledger since the pool's creation, or since it is observed. May take some 100 µs; stops nobody. */
    LedgerSnapshot snapshot();

    /**
     * Changes the bounds, all at once.
     *
     * @throws IllegalArgumentException when the pool does not allow the bounds; nothing is changed then
     */
    void resize(int coreThreads, int maxThreads, int queueCapacity);
}
