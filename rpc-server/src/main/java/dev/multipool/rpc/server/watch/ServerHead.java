package dev.multipool.rpc.server.watch;

import dev.multipool.pools.admission.AdmissionSnapshot;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.journal.MethodCalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** A server's calls, for the live page. */
public final class ServerHead implements LiveHead {
    private final RpcServer server;
    private List<MethodCalls> methods = List.of();
    private long rejected;

    /** The calls of this server. */
    public ServerHead(RpcServer server) {
        this.server = server;
    }

    @Override
    public void begin() {
        methods = server.views().methodCalls();
        rejected = rejections();
    }

    @Override
    public Map<String, Object> next(double seconds) {
        long rejectedNow = rejections();
        List<MethodCalls> methodsNow = server.views().methodCalls();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("state", server.state());
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
        tree.put("graph", graph());
        methods = methodsNow;
        rejected = rejectedNow;
        return tree;
    }

    /** As it was declared: a cycle was refused then. */
    private Map<String, Object> graph() {
        List<Map<String, Object>> edges = new ArrayList<>();
        new TreeMap<>(server.poolGraph().waits()).forEach((from, others) -> new TreeSet<>(others)
                .forEach(to -> edges.add(Map.of("from", from, "to", to, "kind", "declared"))));
        return Map.of("edges", edges, "cycles", List.of());
    }

    private long rejections() {
        return server.rejections().values().stream().mapToLong(Long::longValue).sum();
    }
}
