package dev.multipool.rpc.server;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Foreign code that does what it should not, when it is told to: a test puts {@link #strike} wherever the server calls
 * something that is not its own.
 *
 * <p><b>Threads</b>: any.
 */
final class Hostility {
    private static final long BOUND_SECONDS = 30;

    /** What it does. */
    enum Manner {
        THROWS_RUNTIME_EXCEPTION,
        THROWS_ERROR,
        THROWS_OUT_OF_MEMORY,
        THROWS_STACK_OVERFLOW,
        THROWS_UNPRINTABLE,
        THROWS_THREAD_DEATH,
        RETURNS_NULL,
        NEVER_RETURNS,
        CALLS_BACK,
        IS_SLOW
    }

    /** What is thrown by those that throw. */
    private static final class Unprintable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no words");
        }

        @Override
        public synchronized @Nullable Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    private final Manner manner;
    private final Runnable back;
    private final ThreadLocal<Boolean> striking = ThreadLocal.withInitial(() -> false);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger strikes = new AtomicInteger();
    private final AtomicInteger passes = new AtomicInteger();
    private volatile boolean armed;
    private volatile int passesBefore;

    /**
     * @param back calls what it was called by
     */
    Hostility(Manner manner, Runnable back) {
        this.manner = manner;
        this.back = back;
    }

    /** Strikes from now on, in each thread from the pass after so many on, counted from here. */
    void arm(int after) {
        passes.set(0);
        passesBefore = after;
        armed = true;
    }

    /** Lets everybody through again, also who was held. */
    void disarm() {
        armed = false;
        released.countDown();
    }

    /** How often it did its worst. */
    int strikes() {
        return strikes.get();
    }

    /** Does its worst; tells whether to return null in place of what is right. */
    boolean strike() {
        if (!armed || striking.get() || passes.getAndIncrement() < passesBefore) {
            return false;
        }
        strikes.incrementAndGet();
        striking.set(true);
        try {
            return act();
        } finally {
            striking.set(false);
        }
    }

    /** What is right, unless it is to be null. */
    @SuppressWarnings("NullAway") // null where none may be is what foreign code returns
    <T> T strikeOr(T right) {
        return strike() ? null : right;
    }

    @SuppressWarnings("removal") // of ThreadDeath, which code of others may throw as long as it is there
    private boolean act() {
        switch (manner) {
            case THROWS_RUNTIME_EXCEPTION -> throw new IllegalStateException("on purpose");
            case THROWS_ERROR -> throw new NoClassDefFoundError("on purpose");
            case THROWS_OUT_OF_MEMORY -> throw new OutOfMemoryError("on purpose");
            case THROWS_STACK_OVERFLOW -> deeper(0);
            case THROWS_UNPRINTABLE -> throw new Unprintable();
            case THROWS_THREAD_DEATH -> throw new ThreadDeath();
            case RETURNS_NULL -> {
                return true;
            }
            case NEVER_RETURNS -> hold();
            case CALLS_BACK -> back.run();
            case IS_SLOW -> hold(5);
        }
        return false;
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    /** Interrupts don't end it. */
    private void hold() {
        hold(TimeUnit.SECONDS.toMillis(BOUND_SECONDS));
    }

    private void hold(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        boolean interrupted = false;
        while (true) {
            try {
                var unused = released.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
