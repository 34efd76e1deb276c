package dev.multipool.rpc.server.watch;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.pools.admission.AdmissionSnapshot;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.journal.MethodCalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server did since it was last asked, as a tree: for one reader who asks every second.
 *
 * <p><b>Threads</b>: one at a time.
 */
public final class LiveReport {
    private static final double USUAL_PERCENTILE = 99;

    private final RpcServer server;
    private final NanoClock clock;
    private final double percentile;
    private List<PoolPulse> pools = List.of();
    private List<MethodCalls> methods = List.of();
    private long rejected;
    private long lastNanos;

    /** A report of this server; times are told at the objective's percentile, without one at the 99th. */
    public LiveReport(RpcServer server, @Nullable AdmissionObjective objective, NanoClock clock) {
        this.server = server;
        this.clock = clock;
        this.percentile = objective == null ? USUAL_PERCENTILE : objective.percentile();
    }

    /** The percentile of the times it tells. */
    public double percentile() {
        return percentile;
    }

    /** Forgets what was before now. */
    public void begin() {
        pools = server.pools().stream()
                .map(pool -> new PoolPulse(pool, percentile))
                .toList();
        methods = server.views().methodCalls();
        rejected = rejections();
        lastNanos = clock.nanoTime();
    }

    /** What happened since this was last asked, or begun. */
    public Map<String, Object> next() {
        long now = clock.nanoTime();
        double seconds = (now - lastNanos) / 1e9;
        long rejectedNow = rejections();
        List<MethodCalls> methodsNow = server.views().methodCalls();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("state", server.state());
        tree.put("windowSeconds", LedgerTree.rounded(seconds));
        tree.put("callsInFlight", server.callsInFlight());
        tree.put("callLimit", server.admission().map(AdmissionSnapshot::limit).orElse(null));
        tree.put("connections", server.connections());
        tree.put("rejectedPerSecond", LedgerTree.rounded((rejectedNow - rejected) / seconds));
        tree.put("rejected", rejectedNow);
        List<Map<String, Object>> calls = new ArrayList<>();
        for (int i = 0; i < methodsNow.size(); i++) {
            calls.add(MethodPulse.of(methods.get(i), methodsNow.get(i), seconds));
        }
        tree.put("methods", calls);
        tree.put("pools", pools.stream().map(PoolPulse::next).toList());
        methods = methodsNow;
        rejected = rejectedNow;
        lastNanos = now;
        return tree;
    }

    private long rejections() {
        return server.rejections().values().stream().mapToLong(Long::longValue).sum();
    }
}
