package dev.multipool.pools;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Keeps earlier snapshots of each pool's ledger. So whoever asks gets the figures of the last 10 to 20 seconds, and no
 * reader disturbs another. Somebody has to ask or to {@link #advance} every second, or the next answer covers all the
 * time until then.
 *
 * <p><b>Threads</b>: any.
 */
public final class PoolWindows {
    private static final long STEP_NANOS = Duration.ofSeconds(10).toNanos();

    private final Supplier<? extends Collection<? extends ManagedPool>> pools;
    private final NanoClock clock;
    // both: @GuardedBy("this")
    private Map<String, LedgerSnapshot> older;
    private Map<String, LedgerSnapshot> newer;
    private long newerNanos;

    /**
     * Begins.
     *
     * @param pools tells which pools there are, each time that it is asked
     */
    public PoolWindows(Supplier<? extends Collection<? extends ManagedPool>> pools, NanoClock clock) {
        this.pools = pools;
        this.clock = clock;
        this.newer = snapshots();
        this.older = new HashMap<>(newer);
        this.newerNanos = clock.nanoTime();
    }

    /** Returns what was added to the pool's ledger in the last 10 to 20 seconds before {@code now}, its newest snapshot. */
    public LedgerSnapshot lastSeconds(LedgerSnapshot now) {
        return now.since(start(now));
    }

    /** The snapshot with which the pool's current window began; {@code now}, the newest, when that is later. */
    private synchronized LedgerSnapshot start(LedgerSnapshot now) {
        advance();
        LedgerSnapshot start = older.get(now.poolName());
        if (start == null || start.startNanos() != now.startNanos()) {
            // a pool that came meanwhile
            older.put(now.poolName(), now);
            return now;
        }
        return now.endNanos() - start.endNanos() < 0 ? now : start;
    }

    /** Lets time pass: what lies too far back is forgotten. */
    public synchronized void advance() {
        long nowNanos = clock.nanoTime();
        if (nowNanos - newerNanos >= STEP_NANOS) {
            older = new HashMap<>(newer);
            newer = snapshots();
            newerNanos = nowNanos;
        }
    }

    private Map<String, LedgerSnapshot> snapshots() {
        Map<String, LedgerSnapshot> taken = new HashMap<>();
        pools.get().forEach(pool -> taken.put(pool.config().name(), pool.snapshot()));
        return taken;
    }
}
