package dev.multipool.agent.runtime;

import dev.multipool.pools.WaitCause;
import dev.multipool.pools.internal.ledger.Ledger;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What the task that a thread serves has submitted to pools, and how it waits for that.
 *
 * <p><b>Threads:</b> the task's own one, but for {@link #released} and {@link #heldOn}, which any may call.
 */
final class Subtasks implements Waiters.Waiter {

    /*
     * Which pool a task waits for is known in one of three ways. A future that was handed to a pool itself is found among the
     * last that were submitted. Of any other wait, the threads that end it tell which pools they belong to. Where neither is
     * known, such as for a wait that has not ended, it is for all that was submitted since the join before.
     *
     * A wait that is ended by a thread outside of all pools is none for tasks: an event loop has an answer. Only tasks that
     * have a thread each end it so, too. A join ends a phase; what is submitted after it belongs to the next one.
     */

    /** Stands for a thread that belongs to no pool. */
    static final Object OUTSIDE = new Object();

    /** Among the edges of those that end a wait: somebody outside, and a pool that the task has submitted nothing to. */
    private static final int BY_OUTSIDE = 1 << 30;

    private static final int BY_ANOTHER = 1 << 29;
    private static final int MOST_EDGES = 16;
    private static final int LAST_PHASE = 7;
    private static final int REMEMBERED = 64;
    private static final int UNKNOWN = -1;
    private static final long NOT_JOINING = Long.MIN_VALUE;
    /** A join that lasts for so long may never end. */
    private static final long HELD_NANOS = 1_000_000_000;

    private final Edges edges;
    private final Ledger ledger;
    private final Loans loans;

    private final @Nullable Edge[] used = new Edge[MOST_EDGES];
    private final int[] submitted = new int[MOST_EDGES];
    private int size;
    /** Of the edges: those that the task has waited for. */
    private int joined;

    private int phase;
    private boolean isPhaseOver;

    /** Of the last that were submitted: their hashes, and their edges. */
    private final int[] hashes = new int[REMEMBERED];

    private final int[] edgeOf = new int[REMEMBERED];
    private int remembered;
    private int nextRemembered;

    private volatile long joiningSinceNanos = NOT_JOINING;
    private int joining;
    private boolean isExact;
    private int slot = Waiters.NOWHERE;
    private volatile @Nullable Object key;
    private final AtomicInteger releasers = new AtomicInteger();

    Subtasks(Edges edges, Ledger ledger, Loans loans) {
        this.edges = edges;
        this.ledger = ledger;
        this.loans = loans;
    }

    /** Whether the task waits for what it has submitted. */
    boolean isJoining() {
        return joiningSinceNanos != NOT_JOINING;
    }

    /** The task submits one to that pool. */
    void submitted(PoolNode to, Object task) {
        if (isPhaseOver) {
            isPhaseOver = false;
            phase = Math.min(phase + 1, LAST_PHASE);
        }
        int place = place(to);
        if (place != UNKNOWN) {
            submitted[place]++;
            hashes[nextRemembered] = System.identityHashCode(task);
            edgeOf[nextRemembered] = place;
            nextRemembered = (nextRemembered + 1) % REMEMBERED;
            remembered = Math.min(remembered + 1, REMEMBERED);
        }
    }

    private int place(PoolNode to) {
        for (int i = 0; i < size; i++) {
            Edge edge = used[i];
            if (edge != null && edge.is(to, phase)) {
                return i;
            }
        }
        Edge edge = size == MOST_EDGES ? null : edges.find(to, phase);
        if (edge == null) {
            return UNKNOWN;
        }
        used[size] = edge;
        submitted[size] = 0;
        return size++;
    }

    /** That pool did not take what was submitted last. */
    void turnedAway(PoolNode by) {
        for (int i = size - 1; i >= 0; i--) {
            Edge edge = used[i];
            if (edge != null && edge.to == by && submitted[i] > 0) {
                submitted[i]--;
                return;
            }
        }
    }

    /**
     * The task begins to wait, and {@link #joinEnds} will follow if this returns true. It is false where the task has
     * submitted nothing, so that it can't wait for that.
     *
     * @param awaited what it asks for
     * @param newKey what {@link #released} will tell of
     */
    boolean joinBegins(Object awaited, Object newKey, Waiters waiters, long now) {
        if (size == 0 || isJoining() || loans.isAsking()) {
            return false;
        }
        int exact = edgeOf(awaited);
        joining = exact == UNKNOWN ? edgesOfPhase() : 1 << exact;
        if (joining == 0) {
            return false;
        }
        isExact = exact != UNKNOWN;
        releasers.set(0);
        if (!isExact) {
            key = newKey;
            slot = waiters.add(newKey, this);
        }
        joiningSinceNanos = now;
        return true;
    }

    private int edgeOf(Object task) {
        int hash = System.identityHashCode(task);
        for (int i = 0; i < remembered; i++) {
            if (hashes[i] == hash) {
                return edgeOf[i];
            }
        }
        return UNKNOWN;
    }

    private int edgesOfPhase() {
        int found = 0;
        for (int i = 0; i < size; i++) {
            Edge edge = used[i];
            if (edge != null && edge.phase == phase && submitted[i] > 0) {
                found |= 1 << i;
            }
        }
        return found;
    }

    /** What a task of this thread may wait for was brought nearer by a thread of {@code pool}. */
    @Override
    public void released(Object what, Object pool) {
        if (key == what) {
            int edgesTo = pool == OUTSIDE ? BY_OUTSIDE : edgesTo(pool);
            int added = edgesTo == 0 ? BY_ANOTHER : edgesTo;
            int known = releasers.get();
            while ((known & added) != added && !releasers.compareAndSet(known, known | added)) {
                known = releasers.get();
            }
        }
    }

    /** The wait is over, whatever its end. */
    void joinEnds(Waiters waiters, long now) {
        long since = joiningSinceNanos;
        if (since == NOT_JOINING) {
            // it began for another observation
            return;
        }
        long nanos = now - since;
        if (!isExact) {
            waiters.remove(slot);
            key = null;
            joining = narrowed(releasers.get());
        }
        joiningSinceNanos = NOT_JOINING;
        if (joining != 0) {
            ledger.waited(WaitCause.JOIN, nanos);
            joined |= joining;
            isPhaseOver = true;
            long share = nanos / Integer.bitCount(joining);
            for (int i = 0; i < size; i++) {
                Edge edge = used[i];
                if (edge != null && (joining & 1 << i) != 0) {
                    edge.joined(share);
                    loans.waited(edge.to, share);
                }
            }
        }
    }

    private int narrowed(int by) {
        if (by == BY_OUTSIDE) {
            return joining & edgesToThreadsPerTask();
        }
        // somebody else ended it for those that the task had submitted, or nobody was seen
        return (joining & by) == 0 ? joining : joining & by;
    }

    private int edgesTo(Object pool) {
        int found = 0;
        for (int i = 0; i < size; i++) {
            Edge edge = used[i];
            if (edge != null && edge.to == pool) {
                found |= 1 << i;
            }
        }
        return found;
    }

    private int edgesToThreadsPerTask() {
        int found = 0;
        for (int i = 0; i < size; i++) {
            Edge edge = used[i];
            if (edge != null && edge.to.hasThreadPerTask()) {
                found |= 1 << i;
            }
        }
        return found;
    }

    /** The task has ended. */
    void end() {
        if (size > 0) {
            for (int i = 0; i < size; i++) {
                Edge edge = used[i];
                if (edge != null && submitted[i] > 0) {
                    edge.ended(submitted[i], (joined & 1 << i) != 0);
                }
                used[i] = null;
            }
            size = 0;
            joined = 0;
            phase = 0;
            isPhaseOver = false;
            remembered = 0;
            nextRemembered = 0;
        }
    }

    /** What the task has been waiting for, if that has lasted long; one edge where it may be several. */
    @Nullable
    Edge heldOn(long now) {
        long since = joiningSinceNanos;
        if (since == NOT_JOINING || now - since < HELD_NANOS) {
            return null;
        }
        Edge edge = used[Integer.numberOfTrailingZeros(joining) % MOST_EDGES];
        return joiningSinceNanos == since ? edge : null;
    }
}
