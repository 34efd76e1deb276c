package dev.multipool.rpc.server.watch;

import dev.multipool.pools.admission.AdmissionSnapshot;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.journal.MethodCalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        methods = methodsNow;
        rejected = rejectedNow;
        return tree;
    }

    private long rejections() {
        return server.rejections().values().stream().mapToLong(Long::longValue).sum();
    }
}
