package dev.multipool.rpc.protocol.transport;

import dev.multipool.rpc.protocol.FailureText;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Timeouts on one event loop, for deadlines that nearly always are cancelled before they pass: to add and to cancel one
 * costs a few pointers, where the loop's own schedule keeps a heap in order. It is the hashed timing wheel of Varghese and
 * Lauck (1987), without locks, since only its loop uses it.
 *
 * <p>A task runs at its deadline at the earliest and about {@value #TICK_MILLIS} ms later, or as soon after that as the
 * loop has time. While no timeout is pending the timer costs nothing.
 *
 * <p><b>Threads</b>: {@link #current} and {@link #at} on the event loop; {@link Timeout#cancel} on any thread. A timeout
 * that another thread cancels loses its task at once and leaves the wheel at the next tick, however far its deadline is.
 * Tasks run on the event loop; what they throw is told, and ends nothing.
 *
 * <p><b>Lifecycle</b>: that of its event loop; what is pending when the loop ends does not run.
 */
public final class LoopTimer {
    private static final InternalLogger LOG = InternalLoggerFactory.getInstance(LoopTimer.class);
    private static final long TICK_MILLIS = 5;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    /** Deadlines up to 2.5 s away have a bucket of their own; a power of two. */
    private static final int BUCKETS = 512;

    private static final FastThreadLocal<@Nullable LoopTimer> CURRENT = new FastThreadLocal<>();

    private final EventExecutor loop;
    private final LongSupplier nanoClock;
    private final @Nullable Timeout[] heads = new Timeout[BUCKETS];
    /** A stack of those that other threads cancelled, to be unlinked on the loop. */
    private final AtomicReference<@Nullable Timeout> cancelled = new AtomicReference<>();

    private int pending;
    private long lastTick;
    private boolean ticking;

    LoopTimer(EventExecutor loop, LongSupplier nanoClock) {
        this.loop = loop;
        this.nanoClock = nanoClock;
    }

    /**
     * The timer of this event loop.
     *
     * @throws IllegalStateException when the calling thread is not that loop
     */
    public static LoopTimer current(EventExecutor loop) {
        LoopTimer timer = CURRENT.get();
        if (timer == null || timer.loop != loop) {
            if (!loop.inEventLoop()) {
                throw new IllegalStateException(
                        "a LoopTimer on " + Thread.currentThread().getName() + " (expected: on its event loop)");
            }
            timer = new LoopTimer(loop, System::nanoTime);
            CURRENT.set(timer);
        }
        return timer;
    }

    /**
     * Runs the task once its deadline has passed, unless it is cancelled before.
     *
     * @param deadlineNanos by {@link System#nanoTime}
     */
    public Timeout at(long deadlineNanos, Runnable task) {
        Timeout timeout = new Timeout(this, deadlineNanos, task);
        if (!ticking) {
            lastTick = tickOf(nanoClock.getAsLong());
            tickLater();
        }
        link(timeout);
        return timeout;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a loop that ends takes its timer along
    private void tickLater() {
        ticking = false;
        loop.schedule(this::tick, TICK_NANOS, TimeUnit.NANOSECONDS);
        // not if that threw: then the next timeout tries again
        ticking = true;
    }

    private void tick() {
        try {
            unlinkCancelled();
            expireDue();
        } finally {
            if (pending > 0) {
                tickLater();
            } else {
                ticking = false;
            }
        }
    }

    private void expireDue() {
        long now = nanoClock.getAsLong();
        long lastDue = tickOf(now);
        long rounds = Math.min(lastDue - lastTick, BUCKETS);
        for (long tick = lastDue - rounds; tick < lastDue; tick++) {
            expire(heads[(int) (tick & (BUCKETS - 1))], now);
        }
        lastTick = lastDue;
    }

    /** Timeouts in the wheel. */
    int pending() {
        return pending;
    }

    private void unlinkLater(Timeout timeout) {
        Timeout head;
        do {
            head = cancelled.get();
            timeout.cancelledBefore = head;
        } while (!cancelled.compareAndSet(head, timeout));
    }

    private void unlinkCancelled() {
        Timeout timeout = cancelled.get() == null ? null : cancelled.getAndSet(null);
        while (timeout != null) {
            Timeout before = timeout.cancelledBefore;
            timeout.cancelledBefore = null;
            timeout.unlink();
            timeout = before;
        }
    }

    private static long tickOf(long nanos) {
        return Math.floorDiv(nanos, TICK_NANOS);
    }

    private static void expire(@Nullable Timeout head, long now) {
        for (Timeout timeout = head; timeout != null; ) {
            Timeout next = timeout.next;
            if (timeout.deadlineNanos - now <= 0) {
                timeout.unlink();
                timeout.run();
            }
            timeout = next;
        }
    }

    private void link(Timeout timeout) {
        // a deadline that has passed already belongs to the tick that is looked at next
        int bucket = (int) (Math.max(tickOf(timeout.deadlineNanos), lastTick) & (BUCKETS - 1));
        Timeout head = heads[bucket];
        timeout.bucket = bucket;
        timeout.next = head;
        if (head != null) {
            head.previous = timeout;
        }
        heads[bucket] = timeout;
        pending++;
    }

    /** One pending task. */
    public static final class Timeout {
        private static final int UNLINKED = -1;
        private static final AtomicIntegerFieldUpdater<Timeout> ENDED =
                AtomicIntegerFieldUpdater.newUpdater(Timeout.class, "ended");

        private final LoopTimer timer;
        private final long deadlineNanos;
        /** 1 once the task began or was cancelled. */
        private volatile int ended;

        private @Nullable Runnable task;
        private int bucket = UNLINKED;
        private @Nullable Timeout previous;
        private @Nullable Timeout next;
        private @Nullable Timeout cancelledBefore;

        private Timeout(LoopTimer timer, long deadlineNanos, Runnable task) {
            this.timer = timer;
            this.deadlineNanos = deadlineNanos;
            this.task = task;
        }

        /** The task does not run, unless it has begun already. */
        public void cancel() {
            if (ENDED.compareAndSet(this, 0, 1)) {
                task = null;
                if (timer.loop.inEventLoop()) {
                    unlink();
                } else {
                    timer.unlinkLater(this);
                }
            }
        }

        private void run() {
            Runnable due = task;
            if (due != null && ended == 0 && ENDED.compareAndSet(this, 0, 1)) {
                task = null;
                try {
                    due.run();
                } catch (Throwable e) {
                    tell(e);
                }
            }
        }

        private static void tell(Throwable failure) {
            try {
                LOG.warn("a timeout's task failed: {}", FailureText.of(failure));
                LOG.debug("a timeout's task failed", failure);
            } catch (Throwable unloggable) {
                // the loop has other timeouts
                return;
            }
        }

        private void unlink() {
            if (bucket == UNLINKED) {
                return;
            }
            if (previous == null) {
                timer.heads[bucket] = next;
            } else {
                previous.next = next;
            }
            if (next != null) {
                next.previous = previous;
            }
            previous = null;
            bucket = UNLINKED;
            timer.pending--;
        }
    }
}
