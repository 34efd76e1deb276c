package dev.multipool.agent.runtime;

import dev.multipool.pools.NanoClock;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;

/**
 * Finds which task of which pool the current thread serves.
 *
 * <p><b>Threads:</b> any; each asks and tells of itself.
 */
final class Courses {

    /*
     * A thread of a pool keeps which worker it is, in a variable of its own. A thread that is there for one task gets a
     * course when the task first submits or borrows something: most never do, and there may be millions. A ForkJoinPool's
     * thread may serve one submitted task inside of another, so it has a course for each level.
     */

    private static final NanoClock CLOCK = NanoClock.system();
    /** Null on a JDK that has none. */
    private static final @Nullable Class<?> VIRTUAL_THREAD = virtualThread();

    private static final int MOST_LEVELS = 8;

    /*
     * A thread may keep what a variable of it had long after that is gone. So it has weak references, which hold nothing of an
     * observation that is over, and of no pool that nobody has any more. The pools keep what these refer to.
     */
    @SuppressWarnings("ThreadLocalUsage") // as said above
    private final ThreadLocal<@Nullable WeakReference<CurrentWorker>> workers = new ThreadLocal<>();

    @SuppressWarnings("ThreadLocalUsage") // as said above
    private final ThreadLocal<@Nullable WeakReference<Levels>> levels = new ThreadLocal<>();

    // copied when a pool is added: there are few
    private volatile ObservedPool[] withThreadPerTask = new ObservedPool[0];
    private final Map<Thread, TaskCourse> ofOneTask = new ConcurrentHashMap<>();

    private static @Nullable Class<?> virtualThread() {
        try {
            return Class.forName("java.lang.VirtualThread");
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** A pool with a thread for each task. */
    synchronized void add(ObservedPool pool) {
        List<ObservedPool> more = new ArrayList<>(List.of(withThreadPerTask));
        more.removeIf(known -> !known.isInUse());
        more.add(pool);
        withThreadPerTask = more.toArray(new ObservedPool[0]);
    }

    /** Which worker the current thread is, in the pool that it was last in. */
    @Nullable
    CurrentWorker worker() {
        return known(workers);
    }

    private static <T> @Nullable T known(ThreadLocal<@Nullable WeakReference<T>> variable) {
        WeakReference<T> reference = variable.get();
        return reference == null ? null : reference.get();
    }

    void setWorker(CurrentWorker worker) {
        workers.set(worker.reference());
    }

    void removeWorker() {
        workers.remove();
    }

    /** The course of the task that the current thread serves, if it was ever asked for. */
    @Nullable
    TaskCourse current() {
        Thread thread = Thread.currentThread();
        // a virtual thread is nobody's worker, and to ask it would allocate
        if (thread.getClass() != VIRTUAL_THREAD) {
            CurrentWorker worker = known(workers);
            if (worker != null && worker.isServing()) {
                return worker.usedCourse();
            }
            if (thread instanceof ForkJoinWorkerThread) {
                Levels own = known(levels);
                return own == null ? null : own.current();
            }
        }
        return withThreadPerTask.length == 0 ? null : ofOneTask.get(thread);
    }

    /** The course of the task that the current thread serves, if it serves any. */
    @Nullable
    TaskCourse currentOrNew() {
        TaskCourse known = current();
        ObservedPool[] pools = withThreadPerTask;
        if (known != null || pools.length == 0) {
            return known;
        }
        Thread thread = Thread.currentThread();
        for (ObservedPool pool : pools) {
            if (pool.isLent(thread)) {
                TaskCourse course = pool.addCourse();
                ofOneTask.put(thread, course);
                return course;
            }
        }
        return null;
    }

    /** The current thread, which the pool has for one task, has done it. */
    void threadEnds(ObservedPool pool) {
        if (!ofOneTask.isEmpty()) {
            TaskCourse course = ofOneTask.remove(Thread.currentThread());
            if (course != null) {
                course.end(CLOCK.nanoTime());
                pool.free(course);
            }
        }
    }

    /** The current thread, one of the ForkJoinPool's, begins a task that was submitted to it. */
    void begins(ObservedPool pool) {
        Levels own = known(levels);
        if (own == null || own.pool != pool) {
            own = new Levels(pool);
            pool.keep(own);
            levels.set(new WeakReference<>(own));
        }
        own.depth++;
    }

    /** The current thread, one of a ForkJoinPool's, has done the submitted task that it began last. */
    void ends() {
        Levels own = known(levels);
        if (own != null && own.depth > 0) {
            TaskCourse course = own.current();
            if (course != null) {
                course.end(CLOCK.nanoTime());
            }
            own.depth--;
        }
    }

    /** Submitted tasks that one thread serves, one inside of the other. */
    private static final class Levels {
        private final ObservedPool pool;
        private final @Nullable TaskCourse[] courses = new TaskCourse[MOST_LEVELS];
        private int depth;

        Levels(ObservedPool pool) {
            this.pool = pool;
        }

        @Nullable
        TaskCourse current() {
            if (depth == 0 || depth > MOST_LEVELS) {
                return null;
            }
            TaskCourse known = courses[depth - 1];
            if (known == null) {
                known = pool.addCourse();
                courses[depth - 1] = known;
            }
            return known;
        }
    }
}
