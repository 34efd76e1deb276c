package dev.multipool.bench.http;

import dev.multipool.pools.NanoClock;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
    private final Consumer<StreamCall> expired;

    private @Nullable StreamCall first;
    private @Nullable StreamCall last;
    private boolean timerSet;

    /** @param expired ends and removes a call whose deadline is over */
    Deadlines(ScheduledExecutorService eventLoop, NanoClock clock, Consumer<StreamCall> expired) {
        this.eventLoop = eventLoop;
        this.clock = clock;
        this.expired = expired;
    }

    void add(StreamCall call) {
        StreamCall before = last;
        while (before != null && before.deadlineNanos - call.deadlineNanos > 0) {
            before = before.earlier;
        }
        StreamCall after = before == null ? first : before.later;
        call.earlier = before;
        call.later = after;
        link(before, call);
        linkBack(call, after);
        if (!timerSet) {
            setTimer(call.deadlineNanos - clock.nanoTime());
        }
    }

    void remove(StreamCall call) {
        link(call.earlier, call.later);
        linkBack(call.earlier, call.later);
        call.earlier = null;
        call.later = null;
    }

    private void link(@Nullable StreamCall before, @Nullable StreamCall after) {
        if (before == null) {
            first = after;
        } else {
            before.later = after;
        }
    }

    private void linkBack(@Nullable StreamCall before, @Nullable StreamCall after) {
        if (after == null) {
            last = before;
        } else {
            after.earlier = before;
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // onTimer() is its end
    private void setTimer(long delayNanos) {
        timerSet = true;
        eventLoop.schedule(this::onTimer, delayNanos, TimeUnit.NANOSECONDS);
    }

    private void onTimer() {
        timerSet = false;
        long nowNanos = clock.nanoTime();
        for (StreamCall call = first; call != null && call.deadlineNanos - nowNanos <= 0; call = first) {
            expired.accept(call);
        }
        if (first != null && !timerSet) {
            setTimer(first.deadlineNanos - nowNanos);
        }
    }
}
