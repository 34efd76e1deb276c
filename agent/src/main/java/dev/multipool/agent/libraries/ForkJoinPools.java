package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isPublic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.QueueConfig;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * {@link ForkJoinPool}: the tasks that were submitted to it, by whomever. What such a task forks is part of it, and is not
 * counted: forked tasks may be so small that to look at each would cost more than they do.
 */
public final class ForkJoinPools implements Library {

    private static final String POOL = "java.util.concurrent.ForkJoinPool";
    private static final String TASK = "java.util.concurrent.ForkJoinTask";
    /** Who has a scheduler of virtual threads made: its tasks are slices of threads, which nobody submitted. */
    private static final String SCHEDULERS = "java.lang.VirtualThread";

    private static final int FIRST_WITH_RESIZE = 19;
    private static final ForkJoinReader READER = new ForkJoinReader();

    @Override
    public List<Weave> weaves() {
        return List.of(
                // nobody makes the common one
                Weave.advice(POOL, ExecutorAdvice.Made.class, isConstructor().and(isPublic())),
                Weave.advice(POOL, Submitted.class, named("externalSubmit").and(takesArguments(ForkJoinTask.class))),
                // of JDK 19 and newer
                Weave.advice(
                        POOL,
                        SubmittedLater.class,
                        named("poolSubmit").and(takesArguments(boolean.class, ForkJoinTask.class))),
                Weave.advice(TASK, Run.class, named("doExec").and(takesArguments(0))),
                Weave.advice(
                        TASK,
                        Wait.class,
                        named("get")
                                .or(named("join").and(takesArguments(0)))
                                // what submits and waits at once, of JDK 17
                                .or(named("joinForPoolInvoke"))));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        return pool instanceof ForkJoinPool forkJoin
                        && !forkJoin.getFactory().getClass().getName().startsWith(SCHEDULERS)
                ? READER
                : null;
    }

    private static final class ForkJoinReader implements PoolReader {

        @Override
        public @Nullable String name(Object pool) {
            return pool == ForkJoinPool.commonPool() ? "ForkJoinPool.commonPool" : null;
        }

        /** A task may be served by whoever waits for it, so threads have no tasks that their CPU time could be told by. */
        @Override
        public boolean knowsThreads() {
            return false;
        }

        /** Who waits in its threads by means of the pool, or of a {@code CompletableFuture}, has another thread added. */
        @Override
        public boolean runsOut() {
            return false;
        }

        @Override
        public Bounds bounds(Object pool) {
            int threads = Math.min(Math.max(1, ((ForkJoinPool) pool).getParallelism()), PoolConfig.MAX_THREADS);
            return new Bounds(PoolKind.FIXED, threads, threads, QueueConfig.MAX_CAPACITY);
        }

        @Override
        public int threads(Object pool) {
            return ((ForkJoinPool) pool).getPoolSize();
        }

        @Override
        public boolean isShutDown(Object pool) {
            return ((ForkJoinPool) pool).isShutdown();
        }

        /** Its queues are hidden. When it has ended, they are empty, whatever became of their tasks. */
        @Override
        public Object @Nullable [] queued(Object pool) {
            return ((ForkJoinPool) pool).isTerminated() ? new Object[0] : null;
        }

        @Override
        public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
            if (Runtime.version().feature() < FIRST_WITH_RESIZE || pool == ForkJoinPool.commonPool()) {
                throw new IllegalArgumentException(
                        "maxThreads: " + maxThreads
                                + " (expected: none, since only JDK 19 and newer resize such a pool, and never the common one)");
            }
            SafeOrder.resize(
                    bounds(pool),
                    new Bounds(PoolKind.FIXED, coreThreads, maxThreads, queueCapacity),
                    none -> {},
                    threads -> PoolCalls.set(pool, "setParallelism", threads));
        }
    }

    private static final class Submitted {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(0) Object task) {
            Hooks.offered(pool, task);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(
                @Advice.This Object pool, @Advice.Argument(0) Object task, @Advice.Thrown @Nullable Throwable thrown) {
            if (thrown != null) {
                Hooks.turnedAway(pool, task);
            }
        }
    }

    private static final class SubmittedLater {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(1) Object task) {
            Hooks.offered(pool, task);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(
                @Advice.This Object pool, @Advice.Argument(1) Object task, @Advice.Thrown @Nullable Throwable thrown) {
            if (thrown != null) {
                Hooks.turnedAway(pool, task);
            }
        }
    }

    /** Of every task, forked or not: whether this one was submitted must be told quickly. */
    private static final class Run {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static boolean enter(@Advice.This ForkJoinTask<?> task) {
            return Hooks.forkJoinBegins(task);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.This ForkJoinTask<?> task, @Advice.Enter boolean wasSubmitted) {
            if (wasSubmitted) {
                Hooks.forkJoinEnds(task);
            }
        }
    }

    /** Of threads of other pools. Those of a ForkJoinPool wait for what they have forked, and serve others meanwhile. */
    private static final class Wait {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static boolean enter(@Advice.This ForkJoinTask<?> task) {
            return !(Thread.currentThread() instanceof ForkJoinWorkerThread) && Hooks.joinBegins(task, task);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter boolean isJoin) {
            if (isJoin) {
                Hooks.joinEnds();
            }
        }
    }
}
