package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.declaresMethod;
import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.QueueConfig;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Netty's event loops, of 4.2 and newer: those of a group are one pool. A channel that is ready is a task, too, which did not
 * wait. The wait for channels is idle.
 */
public final class NettyPools implements Library {

    private static final String LOOP = "io.netty.util.concurrent.SingleThreadEventExecutor";
    private static final String GROUP = "io.netty.util.concurrent.MultithreadEventExecutorGroup";
    private static final String CHANNELS = "io.netty.channel.";
    private static final NettyReader READER = new NettyReader();

    @Override
    public List<Weave> weaves() {
        return List.of(
                Weave.advice(LOOP, Offered.class, ofItsVersion("addTask")),
                Weave.advice(LOOP, Removed.class, ofItsVersion("removeTask")),
                Weave.advice(LOOP, Turn.class, ofItsVersion("runAllTasks")),
                Weave.advice(LOOP, Turn.class, ofItsVersion("runScheduledAndExecutorTasks")),
                Weave.advice(LOOP, Turn.class, ofItsVersion("takeTask")),
                Weave.advice(
                        "io.netty.util.concurrent.AbstractEventExecutor",
                        Task.class,
                        named("runTask").and(takesArguments(Runnable.class))),
                Weave.advice(CHANNELS + "nio.NioIoHandler", Channel.class, named("processSelectedKey")),
                Weave.advice(
                        CHANNELS + "epoll.EpollIoHandler$DefaultEpollIoRegistration",
                        Channel.class,
                        named("handle").and(takesArguments(long.class))),
                Weave.advice(
                        CHANNELS + "uring.IoUringIoHandler$DefaultIoUringIoRegistration",
                        Channel.class,
                        named("handle").and(takesArguments(5))));
    }

    /** Older loops are left alone, since nobody could tell how long they are busy with channels. */
    private static ElementMatcher<MethodDescription> ofItsVersion(String method) {
        return named(method).and(isDeclaredBy(declaresMethod(named("canSuspend"))));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        return PoolCalls.isA(LOOP, pool) || PoolCalls.isA(GROUP, pool) ? READER : null;
    }

    private static final class NettyReader implements PoolReader {

        @Override
        public Object whole(Object pool) {
            Object group = PoolCalls.isA(LOOP, pool) ? PoolCalls.get(pool, "parent") : null;
            return group != null && PoolCalls.isA(GROUP, group) ? group : pool;
        }

        @Override
        public Bounds bounds(Object pool) {
            // each loop has a queue, which is hidden; by default it has no bound
            return new Bounds(PoolKind.FIXED, threads(pool), threads(pool), QueueConfig.MAX_CAPACITY);
        }

        /** Also those that wait for their first task to be started. */
        @Override
        public int threads(Object pool) {
            return PoolCalls.isA(GROUP, pool) ? PoolCalls.number(pool, "executorCount") : 1;
        }

        @Override
        public boolean isShutDown(Object pool) {
            return ((ExecutorService) pool).isShutdown();
        }

        @Override
        public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
            throw new IllegalArgumentException(
                    "maxThreads: " + maxThreads + " (expected: " + threads(pool) + ", since event loops stay)");
        }
    }

    /** A task with a time of its own arrives when its loop takes it: it does not tell how late that is. */
    private static final class Offered {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(0) Object task) {
            if (!(task instanceof Delayed)) {
                Hooks.offered(pool, task);
            }
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(
                @Advice.This Object pool, @Advice.Argument(0) Object task, @Advice.Thrown @Nullable Throwable thrown) {
            if (thrown != null) {
                Hooks.turnedAway(pool, task);
            }
        }
    }

    /** A loop that has ended takes back what it was offered. */
    private static final class Removed {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object pool, @Advice.Argument(0) Object task, @Advice.Return boolean wasRemoved) {
            if (wasRemoved) {
                Hooks.turnedAway(pool, task);
            }
        }
    }

    /** The current thread turns to its tasks: it is this loop's. */
    private static final class Turn {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool) {
            Hooks.taskWanted(pool);
        }
    }

    private static final class Task {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static boolean enter(@Advice.Argument(0) Object task) {
            // one that is not due is only carried to its loop
            boolean isDue = !(task instanceof Delayed delayed) || delayed.getDelay(TimeUnit.NANOSECONDS) <= 0;
            if (isDue) {
                Hooks.taskTaken(null, task);
            }
            return isDue;
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(
                @Advice.Argument(0) Object task,
                @Advice.Enter boolean wasDue,
                @Advice.Thrown @Nullable Throwable thrown) {
            // it may have become due after the look, and have run all the same
            if (!wasDue && task instanceof Future<?> future && future.isDone() && !future.isCancelled()) {
                Hooks.taskTaken(null, task);
            }
            if (thrown != null) {
                Hooks.taskThrew(null);
            }
            Hooks.taskWanted(null);
        }
    }

    private static final class Channel {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("executor") Object pool, @Advice.This Object channels) {
            Hooks.taskTaken(pool, channels);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.FieldValue("executor") Object pool) {
            Hooks.taskWanted(pool);
        }
    }
}
