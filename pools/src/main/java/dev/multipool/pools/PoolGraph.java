package dev.multipool.pools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which pools wait for which: the declaration that makes nested joins safe.
 *
 * <p>A task that waits for subtasks on its own pool, or on a pool that waits for it in turn, can deadlock: once every
 * thread waits, nobody is left to run what they wait for. Pools whose waits have no cycle can't. So a graph with a cycle
 * is refused when it is built.
 *
 * <pre>{@code
 * PoolGraph graph = PoolGraph.builder().waits("business", "common").waits("common", "select").build();
 * graph.outermostFirst(); // business, common, select: the order to drain them in
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 */
public final class PoolGraph {

    private final Map<String, Set<String>> waits;
    private final List<String> outermostFirst;

    private PoolGraph(Map<String, Set<String>> waits, List<String> outermostFirst) {
        this.waits = waits;
        this.outermostFirst = outermostFirst;
    }

    /** Returns a builder of an empty graph. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns whether tasks of the one pool may wait for tasks of the other, by way of others too. */
    public boolean mayWait(String waiting, String other) {
        for (String next : waits.getOrDefault(waiting, Set.of())) {
            if (next.equals(other) || mayWait(next, other)) {
                return true;
            }
        }
        return false;
    }

    /** Returns for each pool those that its tasks wait for, without a detour. */
    public Map<String, Set<String>> waits() {
        return waits;
    }

    /** Returns the pools, each before those it waits for: the order to stop them in. */
    public List<String> outermostFirst() {
        return outermostFirst;
    }

    /** Collects the waits. Not thread-safe. */
    public static final class Builder {

        private final Map<String, Set<String>> waits = new LinkedHashMap<>();

        private Builder() {}

        /** Adds a pool that may wait for none. */
        public Builder pool(String name) {
            waits.computeIfAbsent(name, n -> new LinkedHashSet<>());
            return this;
        }

        /** Declares that tasks of the pool {@code waiting} wait for tasks of the pool {@code other}. */
        public Builder waits(String waiting, String other) {
            pool(waiting).pool(other);
            waits.getOrDefault(waiting, Set.of()).add(other);
            return this;
        }

        /**
         * Returns the graph.
         *
         * @throws IllegalArgumentException when a pool would wait for itself, directly or in a cycle; the message names
         *     the chain
         */
        public PoolGraph build() {
            List<String> innermostFirst = new ArrayList<>();
            for (String pool : waits.keySet()) {
                visit(pool, new ArrayList<>(), innermostFirst);
            }
            List<String> order = new ArrayList<>();
            for (int i = innermostFirst.size() - 1; i >= 0; i--) {
                order.add(innermostFirst.get(i));
            }
            Map<String, Set<String>> copy = new LinkedHashMap<>();
            waits.forEach((pool, others) -> copy.put(pool, Set.copyOf(others)));
            return new PoolGraph(Map.copyOf(copy), List.copyOf(order));
        }

        private void visit(String pool, List<String> chain, List<String> innermostFirst) {
            int start = chain.indexOf(pool);
            if (start >= 0) {
                throw new IllegalArgumentException("pool graph: "
                        + String.join(" -> ", chain.subList(start, chain.size())) + " -> " + pool
                        + " (expected: no pool that waits for itself, since all its threads can come to wait for tasks "
                        + "that are queued behind them)");
            }
            if (innermostFirst.contains(pool)) {
                return;
            }
            chain.add(pool);
            for (String other : waits.getOrDefault(pool, Set.of())) {
                visit(other, chain, innermostFirst);
            }
            chain.remove(chain.size() - 1);
            innermostFirst.add(pool);
        }
    }
}
