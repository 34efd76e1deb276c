package dev.multipool.pools;

/**
 * The CPU time that one worker spends on tasks. The CPU clock is read only when the worker parks and when a snapshot is
 * made, never per task: what a worker burns between its tasks without parking counts as theirs (well under 1 µs each).
 */
final class CpuAccount {

    private static final long NOT_PARKED = -1;

    private final Thread thread;
    private volatile long elsewhereNanos;
    private volatile long parkedAtNanos = NOT_PARKED;

    /** Begins at the current thread's current CPU time. */
    CpuAccount() {
        thread = Thread.currentThread();
        elsewhereNanos = ThreadCpu.currentNanos();
    }

    void beforePark() {
        parkedAtNanos = ThreadCpu.currentNanos();
    }

    void afterPark() {
        long parkedNanos = ThreadCpu.currentNanos() - parkedAtNanos;
        elsewhereNanos = Math.addExact(elsewhereNanos, parkedNanos);
        parkedAtNanos = NOT_PARKED;
    }

    /** The CPU time spent on tasks so far; asked by any thread. */
    long busyNanos() {
        long parkedAt = parkedAtNanos;
        long now = parkedAt == NOT_PARKED ? ThreadCpu.nanosOf(thread) : parkedAt;
        return Math.max(0, now - elsewhereNanos);
    }
}
