package dev.multipool.rpc.server;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolTask;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The calls that one event loop has read in this turn, and hands to their pools at its end. They stay in the order in which
 * they came.
 *
 * <p><b>Threads</b>: on the event loop alone.
 *
 * <p><b>Invariant</b>: each call is accepted by its pool, or is told why not.
 */
final class TurnCalls {

    /*
     * A pool thread that is woken mostly gets the core of whoever woke it: the kernel prefers one that has slept. So an event
     * loop that handed over each call by itself would lose its core for each, and come back to read one more.
     */

    /** So many calls are handed over before the turn ends: no core is idle for longer. */
    static final int MOST_WAITING = 16;

    /** A call on its way to a pool. */
    interface Call extends PoolTask {
        /** The pool did not take the call. Never throws. */
        void refused(Throwable thrown);
    }

    private final EventExecutor loop;
    private List<Waiting> waiting = new ArrayList<>(MOST_WAITING);
    /** Empty; the two lists take turns, so that to hand over needs no memory for one. */
    private List<Waiting> spare = new ArrayList<>(MOST_WAITING);

    private boolean scheduled;
    private boolean handingOver;

    TurnCalls(EventExecutor loop) {
        this.loop = loop;
    }

    /** Hands the call over before the turn ends. */
    void add(MeasuredPool pool, Call call) {
        waiting.add(new Waiting(pool, call));
        if (waiting.size() >= MOST_WAITING || !schedule()) {
            handOver();
        }
    }

    private boolean schedule() {
        if (!scheduled) {
            try {
                loop.execute(this::endTurn);
                scheduled = true;
            } catch (Throwable t) {
                // no memory, or the loop is about to end
                return false;
            }
        }
        return true;
    }

    private void endTurn() {
        scheduled = false;
        handOver();
    }

    /** Hands over what waits. What runs on the event loop next may take its time. */
    void handOver() {
        if (handingOver) {
            // a pool called back: whoever hands over takes what came meanwhile, too
            return;
        }
        handingOver = true;
        try {
            while (!waiting.isEmpty()) {
                handOverAll();
            }
        } finally {
            handingOver = false;
        }
    }

    private void handOverAll() {
        List<Waiting> calls = waiting;
        waiting = spare;
        spare = calls;
        int handed = 0;
        while (handed < calls.size()) {
            handed = handOverFrom(handed, calls);
        }
        calls.clear();
    }

    /** Hands over the calls from this place on that go to one pool; returns the place of the next one. */
    private static int handOverFrom(int first, List<Waiting> calls) {
        int last = first;
        try {
            OfOnePool together = new OfOnePool(calls, first);
            try {
                calls.get(first).pool.executeAll(() -> together);
                together.requireProgress();
            } finally {
                last = together.last();
            }
        } catch (Throwable t) {
            calls.get(last).call.refused(t);
        }
        return last + 1;
    }

    private record Waiting(MeasuredPool pool, Call call) {}

    /** The calls from a place on that go to the same pool. */
    private static final class OfOnePool implements Iterator<Runnable> {
        private final List<Waiting> calls;
        private final int first;
        private int next;

        private OfOnePool(List<Waiting> calls, int first) {
            this.calls = calls;
            this.first = first;
            this.next = first;
        }

        @Override
        public boolean hasNext() {
            return next < calls.size() && calls.get(next).pool == calls.get(first).pool;
        }

        @Override
        public Runnable next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return calls.get(next++).call;
        }

        /** The place of the call that was asked for last; the first one's when none was. */
        private int last() {
            return Math.max(first, next - 1);
        }

        /** A pool may be of any make. */
        private void requireProgress() {
            if (next == first) {
                throw new IllegalStateException(
                        "the pool did not ask for the call (expected: it runs all it is given)");
            }
        }
    }
}
