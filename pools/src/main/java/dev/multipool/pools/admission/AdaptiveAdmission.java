package dev.multipool.pools.admission;

import dev.multipool.pools.NanoClock;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The door of a server that holds a response-time objective: lets a call in while fewer are in flight than the limit
 * that {@link AdmissionController} finds.
 *
 * <pre>{@code
 * if (!admission.tryAdmit()) {
 *     reject(call);                      // before its payload is parsed
 * } else {
 *     ...                                // queued, then served
 *     admission.completed(startNanos - arrivalNanos, endNanos - startNanos);
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any. Nothing blocks and, but for one window's record every {@link AdmissionSettings#window()},
 * nothing is allocated. The thread whose call ends a window closes it; others go on meanwhile.
 *
 * <p><b>Invariants:</b> (1) an admitted call is followed by exactly one {@link #completed} or {@link #withdrawn}: a
 * missing one lowers the limit for good; (2) inFlight never exceeds the limit at the time of admission.
 */
public final class AdaptiveAdmission {

    /*
     * Counters only grow, and a window is the difference of two readings of them; so a call that is counted while the
     * window closes belongs to this window or the next, and none is lost. A window ends at the first completion after
     * its time and its samples. It must not end early, however many calls are late: under a CPU quota a part of a period
     * is either all good or all stalled. Two such parts compared say that a smaller limit doesn't help (simulated).
     */

    private static final long LONGEST_RESPONSE_NANOS = AdmissionObjective.LONGEST.toNanos();

    private final NanoClock clock;
    private final long lateAboveNanos;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder withdrawn = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder responseNanos = new LongAdder();
    private final LongAdder windows = new LongAdder();
    private final AtomicBoolean closing = new AtomicBoolean();

    // written by the thread that closes a window
    private volatile int limit;
    private volatile AdmissionPhase phase;
    private volatile long windowEndNanos;

    // @GuardedBy("closing")
    private final AdmissionController controller;
    private long windowStartNanos;
    private long completedBefore;
    private long lateBefore;
    private long responseBefore;
    private long rejectedBefore;

    /** Makes the door, open with the initial limit. */
    public AdaptiveAdmission(AdmissionSettings settings, NanoClock clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.lateAboveNanos = settings.lateAboveNanos();
        this.controller = new AdmissionController(settings);
        this.limit = controller.limit();
        this.phase = controller.phase();
        this.windowStartNanos = clock.nanoTime();
        this.windowEndNanos = windowStartNanos + controller.windowNanos();
    }

    /** Lets a call in, or returns false: then it must be rejected, and nothing more is to be told. */
    public boolean tryAdmit() {
        while (true) {
            int before = inFlight.get();
            if (before >= limit) {
                rejected.increment();
                return false;
            }
            if (inFlight.compareAndSet(before, before + 1)) {
                return true;
            }
        }
    }

    /**
     * An admitted call was answered, or expired in the queue (then its service time is 0).
     *
     * @param queueNanos from the call's arrival to the start of its service; less than 0 counts as 0
     * @param serviceNanos from there to its end; less than 0 counts as 0
     */
    public void completed(long queueNanos, long serviceNanos) {
        long response = bounded(queueNanos) + bounded(serviceNanos);
        responseNanos.add(response);
        if (response > lateAboveNanos) {
            late.increment();
        }
        completed.increment();
        inFlight.decrementAndGet();
        long now = clock.nanoTime();
        if (now - windowEndNanos >= 0) {
            tryClose(now);
        }
    }

    /** An admitted call ended in a way that says nothing about response times: cancelled, or dropped by shutdown. */
    public void withdrawn() {
        withdrawn.increment();
        inFlight.decrementAndGet();
    }

    /** Returns the most calls in flight now. */
    public int limit() {
        return limit;
    }

    /** Returns the calls in flight now. */
    public int inFlight() {
        return inFlight.get();
    }

    /** Returns the counters; while calls come and go they may be some calls apart. */
    public AdmissionSnapshot snapshot() {
        int present = inFlight.get();
        long done = completed.sum();
        return new AdmissionSnapshot(
                limit,
                present,
                phase,
                new AdmissionSnapshot.Calls(done + withdrawn.sum() + present, rejected.sum(), done, late.sum()),
                windows.sum());
    }

    private void tryClose(long now) {
        if (closing.compareAndSet(false, true)) {
            try {
                closeIfDue(now);
            } finally {
                closing.set(false);
            }
        }
    }

    private void closeIfDue(long now) {
        long lateNow = late.sum();
        long completedNow = completed.sum();
        long samples = completedNow - completedBefore;
        if (now - windowEndNanos < 0 || samples < controller.windowSamples()) {
            return;
        }
        long responseNow = responseNanos.sum();
        long rejectedNow = rejected.sum();
        controller.close(new AdmissionWindow(
                now - windowStartNanos,
                samples,
                Math.min(samples, lateNow - lateBefore),
                Math.max(0, responseNow - responseBefore),
                rejectedNow - rejectedBefore));
        windowStartNanos = now;
        completedBefore = completedNow;
        lateBefore = lateNow;
        responseBefore = responseNow;
        rejectedBefore = rejectedNow;
        limit = controller.limit();
        phase = controller.phase();
        windows.increment();
        windowEndNanos = now + controller.windowNanos();
    }

    private static long bounded(long nanos) {
        return Math.max(0, Math.min(LONGEST_RESPONSE_NANOS, nanos));
    }
}
