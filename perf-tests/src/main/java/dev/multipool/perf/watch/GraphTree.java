package dev.multipool.perf.watch;

import dev.multipool.laboratory.process.WaitGraph;
import dev.multipool.pools.WaitCycles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who waits for whom, as a tree for the live page. */
final class GraphTree {

    private GraphTree() {}

    static Map<String, Object> of(WaitGraph graph) {
        List<Map<String, Object>> edges = new ArrayList<>();
        graph.links()
                .forEach(link -> edges.add(edge(
                        link.from(),
                        link.to(),
                        "submits",
                        link.tasksPerCall(),
                        link.waitingShare(),
                        link.joinMillis(),
                        null)));
        graph.leases()
                .forEach(lease -> edges.add(edge(
                        lease.from(),
                        lease.to(),
                        "borrows",
                        lease.leasesPerCall(),
                        null,
                        lease.waitMillis(),
                        lease.holdMillis())));
        graph.heldWaits()
                .forEach(held ->
                        edges.add(edge(held.lender(), held.awaited(), "holds", null, null, held.waitMillis(), null)));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("edges", edges);
        tree.put("cycles", graph.cycles().stream().map(GraphTree::cycle).toList());
        return tree;
    }

    private static Map<String, Object> edge(
            String from,
            String to,
            String kind,
            @Nullable Double perCall,
            @Nullable Double waitingShare,
            double waitMillis,
            @Nullable Double holdMillis) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("from", from);
        tree.put("to", to);
        tree.put("kind", kind);
        tree.put("perCall", perCall);
        tree.put("waitingShare", waitingShare);
        tree.put("waitMillis", waitMillis);
        tree.put("holdMillis", holdMillis);
        return tree;
    }

    private static Map<String, Object> cycle(WaitCycles.Cycle cycle) {
        return Map.of("pools", cycle.names(), "stuck", cycle.isStuck(), "words", cycle.words());
    }
}
