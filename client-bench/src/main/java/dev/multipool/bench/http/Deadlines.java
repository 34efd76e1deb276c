package dev.multipool.bench.http;

import dev.multipool.pools.NanoClock;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls in the order of their deadlines, and one timer for the first of them.
 *
 * <p>Calls of a plan have the same timeout, so each new one goes to the end. The timer is not set anew when the first call
 * ends: when it fires it looks which one is the first by then. So there is about one timer for each timeout's length, not
 * one for each call.
 *
 * <p><b>Threads</b>: confined to one event loop.
 */
final class Deadlines {
    private final ScheduledExecutorService eventLoop;
    private final NanoClock clock;

    private @Nullable Entry first;
    private @Nullable Entry last;
    private boolean timerSet;
    private long timerNanos;

    Deadlines(ScheduledExecutorService eventLoop, NanoClock clock) {
        this.eventLoop = eventLoop;
        this.clock = clock;
    }

    /** A call with its deadline. */
    abstract static class Entry {
        private final long deadlineNanos;
        private @Nullable Entry earlier;
        private @Nullable Entry later;

        Entry(long deadlineNanos) {
            this.deadlineNanos = deadlineNanos;
        }

        /** Its deadline is over: it ends, and is removed. */
        abstract void expire();
    }

    void add(Entry call) {
        Entry before = last;
        while (before != null && before.deadlineNanos - call.deadlineNanos > 0) {
            before = before.earlier;
        }
        Entry after = before == null ? first : before.later;
        call.earlier = before;
        call.later = after;
        link(before, call);
        linkBack(call, after);
        if (!timerSet || call.deadlineNanos - timerNanos < 0) {
            setTimer(call, clock.nanoTime());
        }
    }

    void remove(Entry call) {
        link(call.earlier, call.later);
        linkBack(call.earlier, call.later);
        call.earlier = null;
        call.later = null;
    }

    private void link(@Nullable Entry before, @Nullable Entry after) {
        if (before == null) {
            first = after;
        } else {
            before.later = after;
        }
    }

    private void linkBack(@Nullable Entry before, @Nullable Entry after) {
        if (after == null) {
            last = before;
        } else {
            after.earlier = before;
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // onTimer() is its end
    private void setTimer(Entry call, long nowNanos) {
        timerSet = true;
        timerNanos = call.deadlineNanos;
        eventLoop.schedule(this::onTimer, call.deadlineNanos - nowNanos, TimeUnit.NANOSECONDS);
    }

    private void onTimer() {
        timerSet = false;
        long nowNanos = clock.nanoTime();
        for (Entry call = first; call != null && call.deadlineNanos - nowNanos <= 0; call = first) {
            call.expire();
        }
        if (first != null && !timerSet) {
            setTimer(first, nowNanos);
        }
    }
}
