package dev.multipool.agent.runtime;

import dev.multipool.pools.WaitCause;
import dev.multipool.pools.internal.ledger.Ledger;
import org.jspecify.annotations.Nullable;

/**
 * What the task that a thread serves has borrowed from pools, such as connections, and how it waits for that.
 *
 * <p><b>Threads:</b> the task's own one, but for {@link #heldOn} and {@link #lenders}, which any may call.
 */
final class Loans {

    /*
     * To ask for something is a wait, however short: who waits a moment today waits for long when the pool is empty. What is
     * held meanwhile keeps others waiting. So each pool that has lent something to the task gets an edge of its own to what
     * the task waits for. A cycle of these edges is how connections run out for good.
     *
     * What another thread gives back, or what outlives the task, counts as held until the task's end.
     */

    private static final int MOST = 16;
    private static final long NOT_ASKING = Long.MIN_VALUE;
    /** A wait that lasts for so long may never end. */
    private static final long HELD_NANOS = 1_000_000_000;

    private final Edges edges;
    private final Ledger ledger;

    private final @Nullable Edge[] used = new Edge[MOST];
    private final int[] borrowed = new int[MOST];
    private int usedSize;

    private final @Nullable Edge[] held = new Edge[MOST];
    private final int[] hashes = new int[MOST];
    private final long[] since = new long[MOST];
    private int heldSize;

    private @Nullable Edge asked;
    private volatile long askingSinceNanos = NOT_ASKING;

    Loans(Edges edges, Ledger ledger) {
        this.edges = edges;
        this.ledger = ledger;
    }

    /** Whether the task asks for something now: what else it waits for meanwhile is part of that. */
    boolean isAsking() {
        return askingSinceNanos != NOT_ASKING;
    }

    /** The task asks a pool for something. */
    void asks(PoolNode from, long now) {
        Edge edge = isAsking() ? null : edges.find(from, 0);
        if (edge != null) {
            asked = edge;
            askingSinceNanos = now;
        }
    }

    /** The task has got something that it may have asked for. */
    void got(PoolNode from, Object lent, long now) {
        Edge edge = edges.find(from, 0);
        if (edge == null) {
            return;
        }
        asksNoMore(from, now);
        count(edge);
        if (heldSize < MOST) {
            hashes[heldSize] = System.identityHashCode(lent);
            since[heldSize] = now;
            held[heldSize++] = edge;
        }
    }

    private void count(Edge edge) {
        for (int i = 0; i < usedSize; i++) {
            if (used[i] == edge) {
                borrowed[i]++;
                return;
            }
        }
        if (usedSize < MOST) {
            borrowed[usedSize] = 1;
            used[usedSize++] = edge;
        }
    }

    /** The task has got nothing, or what it had asked for. */
    void asksNoMore(PoolNode from, long now) {
        Edge edge = asked;
        if (edge == null || edge.to != from) {
            return;
        }
        long nanos = now - askingSinceNanos;
        askingSinceNanos = NOT_ASKING;
        asked = null;
        if (from.letsWait()) {
            ledger.waited(WaitCause.LOCK, nanos);
            edge.joined(nanos);
            waited(from, nanos);
        }
    }

    /** The task has waited for that pool, with all that it holds. */
    void waited(PoolNode other, long nanos) {
        for (int i = 0; i < heldSize; i++) {
            Edge loan = held[i];
            if (loan != null && isFirstOfItsPool(i)) {
                loan.to.waitedWhileHolding(other, nanos);
            }
        }
    }

    private boolean isFirstOfItsPool(int place) {
        for (int i = 0; i < place; i++) {
            if (held[i] == held[place]) {
                return false;
            }
        }
        return true;
    }

    /** The task's thread gives something back. */
    void returned(Object lent, long now) {
        int hash = System.identityHashCode(lent);
        for (int i = heldSize - 1; i >= 0; i--) {
            Edge loan = held[i];
            if (hashes[i] == hash && loan != null) {
                loan.held(now - since[i]);
                int last = --heldSize;
                held[i] = held[last];
                hashes[i] = hashes[last];
                since[i] = since[last];
                held[last] = null;
                return;
            }
        }
    }

    /** The task has ended. */
    void end(long now) {
        for (int i = 0; i < usedSize; i++) {
            Edge edge = used[i];
            if (edge != null) {
                edge.ended(borrowed[i], edge.to.letsWait());
            }
            used[i] = null;
        }
        usedSize = 0;
        for (int i = 0; i < heldSize; i++) {
            Edge loan = held[i];
            if (loan != null) {
                loan.held(now - since[i]);
            }
            held[i] = null;
        }
        heldSize = 0;
        if (isAsking()) {
            askingSinceNanos = NOT_ASKING;
            asked = null;
        }
    }

    /** What the task has been asking for, if that has lasted long. */
    @Nullable
    Edge heldOn(long now) {
        long begun = askingSinceNanos;
        if (begun == NOT_ASKING || now - begun < HELD_NANOS) {
            return null;
        }
        Edge edge = asked;
        return askingSinceNanos == begun ? edge : null;
    }

    /** The edges to the pools that have lent something to the task, one for each thing; exact while it waits. */
    @Nullable
    Edge[] lenders() {
        return held.clone();
    }
}
