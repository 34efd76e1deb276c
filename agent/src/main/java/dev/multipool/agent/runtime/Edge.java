package dev.multipool.agent.runtime;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the tasks of one pool had another one do for them, at one place in their course.
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
}
