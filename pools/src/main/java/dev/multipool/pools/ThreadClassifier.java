package dev.multipool.pools;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells what a thread is doing from its state and its stack: idle in {@code getTask}, in a join, in I/O, behind a lock, or
 * on CPU. Serves thread dumps as well as a profiler's wall-clock samples, whose frames need only class and method names.
 *
 * <pre>{@code
 * ThreadClassifier classifier = ThreadClassifier.standard().with("com.example.client.", ThreadActivity.IO);
 * ThreadActivity now = classifier.of(thread.getState(), thread.getStackTrace());
 * }</pre>
 *
 * <p>The standard rules know the JDK and the pools. Who waits for a dependency through a future looks to them like who
 * waits in a join; a rule for the dependency's package, added by {@link #with}, tells the difference. Added rules come
 * first, then standard ones; within either the frame nearest to the top of the stack decides.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class ThreadClassifier {

    private static final String ANY = "";

    /** Whatever the state: a worker that looks for a task before it parks is idle too, and so is a selector. */
    private static final List<Rule> IDLE = List.of(
            new Rule("dev.multipool.pools.internal.worker.Worker", "awaitTask", ThreadActivity.IDLE),
            new Rule("java.util.concurrent.ThreadPoolExecutor", "getTask", ThreadActivity.IDLE),
            new Rule("java.util.concurrent.ForkJoinPool", "awaitWork", ThreadActivity.IDLE),
            new Rule("java.lang.ref.", "remove", ThreadActivity.IDLE),
            new Rule("java.lang.ref.", "waitForReferencePendingList", ThreadActivity.IDLE),
            new Rule("java.util.TimerThread", "mainLoop", ThreadActivity.IDLE),
            new Rule("io.netty.util.HashedWheelTimer$Worker", "waitForNextTick", ThreadActivity.IDLE),
            new Rule("io.netty.util.concurrent.SingleThreadEventExecutor", "takeTask", ThreadActivity.IDLE),
            new Rule("io.netty.util.concurrent.GlobalEventExecutor", "takeTask", ThreadActivity.IDLE));

    /** Native methods in which the JVM says RUNNABLE although the thread waits in the operating system. */
    private static final List<Rule> IN_THE_SYSTEM = List.of(
            new Rule("sun.nio.ch.EPoll", "wait", ThreadActivity.IDLE),
            new Rule("sun.nio.ch.KQueue", "poll", ThreadActivity.IDLE),
            new Rule("sun.nio.ch.WEPoll", "wait", ThreadActivity.IDLE),
            new Rule("io.netty.channel.epoll.Native", ANY, ThreadActivity.IDLE),
            new Rule("io.netty.channel.uring.Native", ANY, ThreadActivity.IDLE),
            new Rule("java.lang.ProcessHandleImpl", "waitForProcessExit0", ThreadActivity.IDLE),
            new Rule("sun.nio.ch.Net", "poll", ThreadActivity.IO),
            new Rule("sun.nio.ch.Net", "accept", ThreadActivity.IO),
            new Rule("sun.nio.ch.SocketDispatcher", ANY, ThreadActivity.IO),
            new Rule("sun.nio.ch.UnixDomainSockets", ANY, ThreadActivity.IO),
            new Rule("java.io.FileInputStream", "readBytes", ThreadActivity.IO),
            new Rule("java.io.FileOutputStream", "writeBytes", ThreadActivity.IO));

    private static final List<Rule> WAITING = List.of(
            new Rule("dev.multipool.pools.Join", "await", ThreadActivity.JOIN),
            new Rule("dev.multipool.pools.SemaphoreBulkhead", ANY, ThreadActivity.LOCK),
            new Rule("java.util.concurrent.locks.ReentrantLock", ANY, ThreadActivity.LOCK),
            new Rule("java.util.concurrent.locks.ReentrantReadWriteLock", ANY, ThreadActivity.LOCK),
            new Rule("java.util.concurrent.locks.StampedLock", ANY, ThreadActivity.LOCK),
            new Rule("java.util.concurrent.Semaphore", ANY, ThreadActivity.LOCK),
            new Rule("java.util.concurrent.CountDownLatch", ANY, ThreadActivity.JOIN),
            new Rule("java.util.concurrent.CyclicBarrier", ANY, ThreadActivity.JOIN),
            new Rule("java.util.concurrent.CompletableFuture", ANY, ThreadActivity.JOIN),
            new Rule("java.util.concurrent.FutureTask", ANY, ThreadActivity.JOIN),
            new Rule("java.lang.Thread", "join", ThreadActivity.JOIN),
            new Rule("sun.nio.ch.NioSocketImpl", ANY, ThreadActivity.IO));

    private static final ThreadClassifier STANDARD = new ThreadClassifier(List.of());

    private final List<Rule> added;

    private ThreadClassifier(List<Rule> added) {
        this.added = added;
    }

    /** Returns the classifier that knows the JDK and the pools. */
    public static ThreadClassifier standard() {
        return STANDARD;
    }

    /**
     * Returns a classifier that also knows what a thread does that waits inside of these classes.
     *
     * @param classNamePrefix how the classes' names begin, for example {@code io.lettuce.core.}
     */
    public ThreadClassifier with(String classNamePrefix, ThreadActivity activity) {
        List<Rule> more = new ArrayList<>(added);
        more.add(new Rule(classNamePrefix, ANY, activity));
        return new ThreadClassifier(List.copyOf(more));
    }

    /**
     * Returns what the thread is doing.
     *
     * @param stack the frame that runs first; may be cut off at its end
     */
    public ThreadActivity of(Thread.State state, StackTraceElement[] stack) {
        ThreadActivity idle = firstOf(IDLE, stack, stack.length);
        if (idle != null) {
            return idle;
        }
        return switch (state) {
            case NEW, TERMINATED -> ThreadActivity.IDLE;
            case BLOCKED -> ThreadActivity.LOCK;
            case RUNNABLE -> isParked(stack) ? waiting(stack) : running(stack);
            case WAITING, TIMED_WAITING -> waiting(stack);
        };
    }

    /** The state was read a moment after the stack, and the thread was woken in between. */
    private static boolean isParked(StackTraceElement[] stack) {
        return stack.length > 0
                && stack[0].getMethodName().equals("park")
                && stack[0].getClassName().endsWith(".Unsafe");
    }

    private static ThreadActivity running(StackTraceElement[] stack) {
        if (stack.length == 0) {
            // a thread of the JVM's own: it has a state, but runs no Java
            return ThreadActivity.OTHER;
        }
        // deeper frames say who called, not what the thread does
        ThreadActivity inTheSystem = firstOf(IN_THE_SYSTEM, stack, Math.min(2, stack.length));
        return inTheSystem != null ? inTheSystem : ThreadActivity.CPU;
    }

    private ThreadActivity waiting(StackTraceElement[] stack) {
        ThreadActivity known = firstOf(added, stack, stack.length);
        ThreadActivity standard = known != null ? known : firstOf(WAITING, stack, stack.length);
        return standard != null ? standard : ThreadActivity.OTHER;
    }

    private static @Nullable ThreadActivity firstOf(List<Rule> rules, StackTraceElement[] stack, int depth) {
        for (int i = 0; i < depth; i++) {
            for (Rule rule : rules) {
                if (rule.matches(stack[i])) {
                    return rule.activity;
                }
            }
        }
        return null;
    }

    /** What a thread does that is in this method of such a class. */
    private record Rule(String classNamePrefix, String method, ThreadActivity activity) {
        boolean matches(StackTraceElement frame) {
            return frame.getClassName().startsWith(classNamePrefix)
                    && (method.isEmpty() || method.equals(frame.getMethodName()));
        }
    }
}
