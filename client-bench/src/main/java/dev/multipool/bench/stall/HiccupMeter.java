package dev.multipool.bench.stall;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Sleeps for a millisecond, again and again, and tells when it wakes up late, as jHiccup does.
 *
 * <p>It never looks at a call: what a server, a lock or a Redis makes wait is no stall. What makes this thread late is the
 * machine, or its own process; so beside a server it runs in a process that does nothing else.
 *
 * <p><b>Threads:</b> {@link #run} in a thread of its own; {@link #stop} from any.
 */
public final class HiccupMeter implements Runnable {
    /** What a thread's name begins with that runs a meter: those that may, give it a real-time priority from outside. */
    public static final String THREAD_NAME = "hiccups";

    private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LongSupplier nanoClock;
    private final long thresholdNanos;
    private final int cpu;
    private final Consumer<Stall> stalls;
    private volatile boolean stopped;

    /**
     * A meter.
     *
     * @param threshold lateness from which on a wake-up is told of
     * @param cpu the core that its thread is bound to, for whoever reads the stalls
     * @param stalls takes each, in the meter's thread
     */
    public HiccupMeter(LongSupplier nanoClock, Duration threshold, int cpu, Consumer<Stall> stalls) {
        this.nanoClock = nanoClock;
        this.thresholdNanos = threshold.toNanos();
        this.cpu = cpu;
        this.stalls = stalls;
    }

    /** Measures until it is stopped. */
    @Override
    public void run() {
        long before = nanoClock.getAsLong();
        while (!stopped) {
            LockSupport.parkNanos(this, SLEEP_NANOS);
            long now = nanoClock.getAsLong();
            if (now - before - SLEEP_NANOS >= thresholdNanos) {
                stalls.accept(new Stall(before, now, Stall.Cause.LATE_WAKE, cpu));
            }
            before = now;
        }
    }

    /** Ends {@link #run} within a millisecond or two. */
    public void stop() {
        stopped = true;
    }
}
