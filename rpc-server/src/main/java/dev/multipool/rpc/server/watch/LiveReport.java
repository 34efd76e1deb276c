package dev.multipool.rpc.server.watch;

import dev.multipool.pools.ManagedPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.admission.AdmissionObjective;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What pools, and the process that has them, did since this was last asked, as a tree: for one reader who asks every second.
 *
 * <p><b>Threads</b>: one at a time.
 */
public final class LiveReport {
    private static final double USUAL_PERCENTILE = 99;

    private final PoolReport source;
    private final LiveHead head;
    private final NanoClock clock;
    private final double percentile;
    private Map<ManagedPool, PoolPulse> pools = Map.of();
    private long lastNanos;

    /** A report of these pools; times are told at the objective's percentile, without one at the 99th. */
    public LiveReport(PoolReport source, LiveHead head, @Nullable AdmissionObjective objective, NanoClock clock) {
        this.source = source;
        this.head = head;
        this.clock = clock;
        this.percentile = objective == null ? USUAL_PERCENTILE : objective.percentile();
    }

    /** The percentile of the times it tells. */
    public double percentile() {
        return percentile;
    }

    /** Forgets what was before now. */
    public void begin() {
        pools = Map.of();
        pulses();
        head.begin();
        lastNanos = clock.nanoTime();
    }

    /** What happened since this was last asked, or begun. */
    public Map<String, Object> next() {
        long now = clock.nanoTime();
        double seconds = (now - lastNanos) / 1e9;
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.putAll(head.next(seconds));
        tree.put("windowSeconds", LedgerTree.rounded(seconds));
        tree.put("pools", pulses().stream().map(PoolPulse::next).toList());
        lastNanos = now;
        return tree;
    }

    /** Of the pools that there are now, in their order; those that were there go on. */
    private List<PoolPulse> pulses() {
        Map<ManagedPool, PoolPulse> now = new HashMap<>();
        List<PoolPulse> inOrder = new ArrayList<>();
        for (ManagedPool pool : source.all()) {
            PoolPulse known = pools.get(pool);
            PoolPulse pulse = known == null ? new PoolPulse(pool, percentile) : known;
            now.put(pool, pulse);
            inOrder.add(pulse);
        }
        pools = now;
        return inOrder;
    }
}
