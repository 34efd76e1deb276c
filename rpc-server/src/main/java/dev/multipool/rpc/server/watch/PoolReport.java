package dev.multipool.rpc.server.watch;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.ManagedPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolState;
import dev.multipool.pools.PoolWindows;
import dev.multipool.pools.QueueConfig;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What pools are doing, as trees of maps, lists and plain values. They are a server's, or those of any JVM that is observed.
 *
 * <p><b>Threads</b>: any; may take some milliseconds, stops no task.
 */
public final class PoolReport {
    private final Supplier<? extends Collection<? extends ManagedPool>> source;
    private final PoolWindows windows;

    /** @param source tells which pools there are, each time that it is asked */
    public PoolReport(Supplier<? extends Collection<? extends ManagedPool>> source, NanoClock clock) {
        this.source = source;
        this.windows = new PoolWindows(source, clock);
    }

    /** The pools that there are now. */
    public List<ManagedPool> all() {
        return List.copyOf(source.get());
    }

    /** The pool of that name, if there is one. */
    public Optional<ManagedPool> find(String name) {
        return all().stream().filter(pool -> pool.config().name().equals(name)).findFirst();
    }

    /** All pools. */
    public List<Map<String, Object>> trees() {
        return all().stream().map(this::tree).toList();
    }

    /** One pool: its bounds, what it holds now, its last seconds, and everything since it was made. */
    public Map<String, Object> tree(ManagedPool pool) {
        LedgerSnapshot now = pool.snapshot();
        PoolState state = now.state();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", state.name());
        tree.put("spec", pool.config().spec());
        tree.put("threads", state.threads());
        tree.put("maxThreads", state.maxThreads());
        tree.put("active", state.active());
        tree.put("queueDepth", state.queueDepth());
        tree.put("queueCapacity", queueBound(state.queueCapacity()));
        tree.put("lastSeconds", LedgerTree.of(lastSeconds(now)));
        tree.put("sinceStart", LedgerTree.of(now));
        return tree;
    }

    /** Null where there is none. */
    static @Nullable Integer queueBound(int capacity) {
        return capacity >= QueueConfig.MAX_CAPACITY ? null : capacity;
    }

    /** To be called every second, whoever asks: what is the last seconds' moves on. */
    void advance() {
        windows.advance();
    }

    /** What was added to the pool's ledger in the last 10 to 20 seconds before {@code now}, its newest snapshot. */
    public LedgerSnapshot lastSeconds(LedgerSnapshot now) {
        return windows.lastSeconds(now);
    }
}
