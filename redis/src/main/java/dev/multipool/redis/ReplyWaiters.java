package dev.multipool.redis;

import dev.multipool.pools.NanoClock;
import io.netty.channel.EventLoop;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads that wait for replies of one connection. Its event loop wakes them when it has read all that had arrived.
 *
 * <p><b>Threads</b>: {@link #await} on any thread but the event loop.
 *
 * <p><b>Invariant</b>: a thread whose reply has come is woken, or has left by itself.
 */
final class ReplyWaiters {

    /*
     * A thread that is woken mostly gets the core of whoever woke it: the kernel prefers one that has slept. So an event loop
     * that woke each thread as it came to its reply would lose its core for each, and come back to read one more reply.
     *
     * Instead the loop notes whose replies have come. At the end of its turn it wakes one thread for each core, and each of
     * these wakes the next one before it does anything else. No more than that can run at a time. One that was woken and
     * leaves at the same moment (its time is up, or it was interrupted) wakes the next one all the same, so that none of them
     * is forgotten.
     */

    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private final EventLoop loop;
    /** Those whose replies have come, in that order. */
    private final Queue<Waiter> answered = new ConcurrentLinkedQueue<>();
    /** Whether the loop is about to wake some; of the loop only. */
    private boolean waking;

    ReplyWaiters(EventLoop loop) {
        this.loop = loop;
    }

    /** Waits until the reply is there, for so long at most; returns whether it is. */
    <F extends CompletionStage<?> & Future<?>> boolean await(F reply, long nanos) throws InterruptedException {
        if (reply.isDone()) {
            return true;
        }
        Waiter waiter = new Waiter(reply, NanoClock.system().nanoTime() + nanos);
        var unused = reply.whenComplete(waiter);
        try {
            ForkJoinPool.managedBlock(waiter);
        } finally {
            if (!waiter.leave()) {
                wakeNext();
            }
        }
        return reply.isDone();
    }

    private void answered(Waiter waiter) {
        if (!loop.inEventLoop() || !note(waiter)) {
            waiter.wake();
        }
    }

    private boolean note(Waiter waiter) {
        try {
            answered.add(waiter);
            if (!waking) {
                loop.execute(this::wakeFirst);
                waking = true;
            }
            return true;
        } catch (Throwable e) {
            // no memory, or the loop is about to end
            wake(Integer.MAX_VALUE);
            return false;
        }
    }

    private void wakeFirst() {
        waking = false;
        wake(CORES);
    }

    private void wake(int most) {
        int woken = 0;
        while (woken < most && wakeNext()) {
            woken++;
        }
    }

    /** Wakes one more thread, if one waits. */
    private boolean wakeNext() {
        for (Waiter next = answered.poll(); next != null; next = answered.poll()) {
            if (next.wake()) {
                return true;
            }
        }
        return false;
    }

    /** One thread that waits for one reply. */
    private final class Waiter implements ForkJoinPool.ManagedBlocker, BiConsumer<Object, Throwable> {
        private static final AtomicIntegerFieldUpdater<Waiter> STATE =
                AtomicIntegerFieldUpdater.newUpdater(Waiter.class, "state");
        private static final int WAITS = 0;
        private static final int WOKEN = 1;
        private static final int LEFT = 2;

        private final Thread thread = Thread.currentThread();
        private final Future<?> reply;
        private final long untilNanos;
        private volatile int state;

        private Waiter(Future<?> reply, long untilNanos) {
            this.reply = reply;
            this.untilNanos = untilNanos;
        }

        /** The reply has come. */
        @Override
        public void accept(@Nullable Object value, @Nullable Throwable failure) {
            answered(this);
        }

        /** Wakes the thread, unless it has left. */
        private boolean wake() {
            boolean woken = STATE.compareAndSet(this, WAITS, WOKEN);
            if (woken) {
                LockSupport.unpark(thread);
            }
            return woken;
        }

        /** The thread waits no longer; returns false when it was woken, and is to wake the next one. */
        private boolean leave() {
            return STATE.compareAndSet(this, WAITS, LEFT);
        }

        @Override
        public boolean isReleasable() {
            return state == WOKEN || untilNanos - NanoClock.system().nanoTime() <= 0;
        }

        @Override
        public boolean block() throws InterruptedException {
            while (!isReleasable()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.parkNanos(reply, untilNanos - NanoClock.system().nanoTime());
            }
            return true;
        }
    }
}
