package dev.multipool.agent.runtime;

import dev.multipool.pools.TaskOutcome;
import dev.multipool.pools.WaitCause;
import dev.multipool.pools.internal.ledger.Ledger;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A thread of an observed pool, and the task that it serves. Its own thread alone calls it, but for {@link #cpuNanos}, what
 * its {@link TaskCourse} allows, and who looks at it now and then.
 *
 * <p>The thread's CPU time is its tasks', less what waiting for tasks costs it. One wait in {@value #WAITS_PER_SAMPLE} is
 * measured, and of the first ones more: they meet code that is not compiled yet. A measured wait stands for the others after it
 * that were as long as a park is.
 */
abstract class Worker {

    private static final int WAITS_PER_SAMPLE = 1024;
    /** A thread that waits for longer was parked and woken, which costs CPU time; a shorter wait found a task. */
    private static final long PARKED_NANOS = 5_000;

    private static final long NOT_SAMPLED = -1;

    private static final AtomicLongFieldUpdater<Worker> ELSEWHERE =
            AtomicLongFieldUpdater.newUpdater(Worker.class, "elsewhereCpuNanos");

    private final Ledger ledger;
    private final SlowTasks slow;
    /** The least of a slow task, here since each task is compared with it. */
    private final long slowNanos;

    private final long threadId;
    private volatile long elsewhereCpuNanos;
    private long sampledCpuNanos = NOT_SAMPLED;
    private long parkCpuNanos;
    private int waits;
    private boolean waiting;
    private long waitingSinceNanos;

    private @Nullable Object task;
    private boolean threw;
    private long arrivedNanos;
    private long startedNanos;
    private final TaskCourse course;
    /** Whether the task may have done something with other pools. Most do not, and their ends cost less. */
    private boolean isCourseUsed;
    /** Where a task was that runs for a while. */
    private volatile @Nullable Seen seen;

    /**
     * The thread while it served a task.
     *
     * @param startedNanos tells which
     */
    private record Seen(long startedNanos, List<StackTraceElement> frames) {}

    Worker(Ledger ledger, TaskCourse course, SlowTasks slow) {
        this.ledger = ledger;
        this.slow = slow;
        this.slowNanos = slow.leastNanos();
        this.course = course;
        this.threadId = Thread.currentThread().getId();
        this.elsewhereCpuNanos = ThreadCpu.currentNanos();
    }

    void begins(Object newTask, long arrived, long now) {
        threw = false;
        task = newTask;
        arrivedNanos = arrived;
        startedNanos = now;
    }

    long threadId() {
        return threadId;
    }

    /** The thread was seen waiting, which stands for so long. */
    void sampled(WaitCause cause, long nanos) {
        ledger.waited(cause, nanos);
    }

    /** The thread was seen here, while it served the task that it began then. */
    void seen(long started, List<StackTraceElement> frames) {
        seen = new Seen(started, frames);
    }

    /** When its task arrived, or the last one did. */
    long arrivedNanos() {
        return arrivedNanos;
    }

    /** When it began its task, or the last one. */
    long startedNanos() {
        return startedNanos;
    }

    /** Whether it serves a task; for another thread, whether it did so a moment ago. */
    boolean isServing() {
        return task != null;
    }

    /** What the task does with other pools. */
    TaskCourse course() {
        return course;
    }

    /** The same, for a task that is about to do something with other pools. */
    TaskCourse usedCourse() {
        isCourseUsed = true;
        return course;
    }

    /** The task threw; its end follows. */
    void threw() {
        threw = true;
    }

    /** Writes down the end of the task, if the thread serves one. */
    void ends(boolean abruptly, long now) {
        Object served = task;
        if (served != null) {
            task = null;
            if (isCourseUsed) {
                isCourseUsed = false;
                course.end(now);
            }
            TaskOutcome outcome = abruptly || threw ? TaskOutcome.FAILED : FutureStates.outcome(served);
            ledger.ended(outcome, arrivedNanos, startedNanos, now, false);
            if (now - arrivedNanos >= slowNanos) {
                Seen last = seen;
                List<StackTraceElement> frames =
                        last != null && last.startedNanos == startedNanos ? last.frames : List.of();
                slow.ended(course.pool().name(), outcome, arrivedNanos, startedNanos, now, frames);
            }
        }
    }

    /** The thread asks for a task. */
    void waits(long now) {
        waiting = true;
        waitingSinceNanos = now;
        sampledCpuNanos = isSampled(waits++) ? ThreadCpu.currentNanos() : NOT_SAMPLED;
    }

    /** The first, the second, the third, the fifth, the ninth and so on; later one in so many. */
    private static boolean isSampled(int wait) {
        return wait % WAITS_PER_SAMPLE == 0 || (wait < WAITS_PER_SAMPLE && Integer.bitCount(wait) == 1);
    }

    /** The thread waits no longer. */
    void waited(long now) {
        if (waiting && now - waitingSinceNanos > PARKED_NANOS) {
            if (sampledCpuNanos != NOT_SAMPLED) {
                parkCpuNanos = ThreadCpu.currentNanos() - sampledCpuNanos;
            }
            // who reads it may read it a moment later
            ELSEWHERE.lazySet(this, elsewhereCpuNanos + parkCpuNanos);
        }
        waiting = false;
    }

    /** The CPU time spent on tasks so far; asked by any thread. */
    long cpuNanos() {
        return Math.max(0, ThreadCpu.nanosOf(threadId) - elsewhereCpuNanos);
    }
}
