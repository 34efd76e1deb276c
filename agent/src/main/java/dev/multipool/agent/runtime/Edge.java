package dev.multipool.agent.runtime;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the tasks of one pool had another one do for them, or lend them, at one place in their course.
 *
 * <p>From a pool that lends, it is what was waited for by those who held something of it: each such wait is a call.
 *
 * <p><b>Threads:</b> any.
 */
final class Edge {

    final PoolNode to;
    /** How many joins came before: 0 for what a task submits before its first one. */
    final int phase;

    private final LongAdder calls = new LongAdder();
    private final LongAdder tasks = new LongAdder();
    private final LongAdder waitingCalls = new LongAdder();
    private final LongAdder joinNanos = new LongAdder();
    private final LongAdder holdNanos = new LongAdder();

    Edge(PoolNode to, int phase) {
        this.to = to;
        this.phase = phase;
    }

    boolean is(PoolNode other, int otherPhase) {
        return to == other && phase == otherPhase;
    }

    /** A task waited for those that it had submitted here. */
    void joined(long nanos) {
        joinNanos.add(nanos);
    }

    /** A task ended that had submitted so many here. */
    void ended(int submitted, boolean hasWaited) {
        calls.increment();
        tasks.add(submitted);
        if (hasWaited) {
            waitingCalls.increment();
        }
    }

    /** A task gave back what had been lent to it here, or has ended. */
    void held(long nanos) {
        holdNanos.add(nanos);
    }

    /** Somebody waited who held something of the pool that this edge comes from. */
    void waitedWhileHolding(long nanos) {
        joined(nanos);
        ended(1, true);
    }

    /** Tasks that have ended and had submitted others here. */
    long calls() {
        return calls.sum();
    }

    /** What these submitted. */
    long tasks() {
        return tasks.sum();
    }

    /** Those of the calls that waited for what they had submitted. */
    long waitingCalls() {
        return waitingCalls.sum();
    }

    /** How long tasks waited, also those that have not ended. */
    long joinNanos() {
        return joinNanos.sum();
    }

    /** How long tasks held what was lent to them. */
    long holdNanos() {
        return holdNanos.sum();
    }
}
