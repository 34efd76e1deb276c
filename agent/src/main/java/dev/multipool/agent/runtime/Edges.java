package dev.multipool.agent.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the tasks of one pool submit tasks.
 *
 * <p><b>Threads:</b> any; {@link #find} never waits, and allocates nothing once an edge is known.
 */
final class Edges {

    /** A pool that has more is a hub of pools that come and go: what it does is not told in full. */
    private static final int MOST = 64;

    // copied when an edge is added, which happens a few times
    private volatile Edge[] all = new Edge[0];

    /** Returns the edge to that pool, or null when there are too many. */
    @Nullable
    Edge find(PoolNode to, int phase) {
        for (Edge edge : all) {
            if (edge.is(to, phase)) {
                return edge;
            }
        }
        return add(to, phase);
    }

    private synchronized @Nullable Edge add(PoolNode to, int phase) {
        List<Edge> more = new ArrayList<>();
        for (Edge edge : all) {
            if (edge.is(to, phase)) {
                return edge;
            }
            more.add(edge);
        }
        if (more.size() == MOST) {
            return null;
        }
        Edge added = new Edge(to, phase);
        more.add(added);
        all = more.toArray(Edge[]::new);
        return added;
    }

    /** Those to pools that somebody still has. */
    List<Edge> present() {
        return List.of(all).stream().filter(edge -> edge.to.isInUse()).toList();
    }

    /** Forgets pools that nobody has any more: their ledgers are large. */
    synchronized void sweep() {
        List<Edge> present = present();
        if (present.size() < all.length) {
            all = present.toArray(Edge[]::new);
        }
    }
}
