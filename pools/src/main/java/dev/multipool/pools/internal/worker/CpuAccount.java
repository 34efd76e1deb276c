package dev.multipool.pools.internal.worker;

/**
 * The CPU time that one worker spends on tasks: its thread's, less what parking and waking cost it. The CPU clock is read
 * when a snapshot is made and around one park in {@value #PARKS_PER_SAMPLE}, which stands for the others, never per task:
 * what a worker burns between its tasks without parking counts as theirs (well under 1 µs each).
 */
final class CpuAccount {

    /** A reading costs some 0.4 µs, as much as a tenth of a short task with its park. */
    static final int PARKS_PER_SAMPLE = 16;

    private static final long NOT_SAMPLED = -1;

    private final Thread thread;
    private volatile long elsewhereNanos;
    private long parkedAtNanos = NOT_SAMPLED;
    private long parkNanos;
    private int parks;

    /** Begins at the current thread's current CPU time. */
    CpuAccount() {
        thread = Thread.currentThread();
        elsewhereNanos = ThreadCpu.currentNanos();
    }

    void beforePark() {
        parkedAtNanos = parks++ % PARKS_PER_SAMPLE == 0 ? ThreadCpu.currentNanos() : NOT_SAMPLED;
    }

    void afterPark() {
        if (parkedAtNanos != NOT_SAMPLED) {
            parkNanos = ThreadCpu.currentNanos() - parkedAtNanos;
        }
        elsewhereNanos = Math.addExact(elsewhereNanos, parkNanos);
    }

    /** The CPU time spent on tasks so far; asked by any thread. */
    long busyNanos() {
        return Math.max(0, ThreadCpu.nanosOf(thread) - elsewhereNanos);
    }
}
