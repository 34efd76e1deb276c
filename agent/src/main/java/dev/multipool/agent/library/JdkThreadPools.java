package dev.multipool.agent.library;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** {@link ThreadPoolExecutor} and what extends it. */
public final class JdkThreadPools implements Library {

    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";
    private static final ExecutorReader READER = new ExecutorReader();
    private static final ExecutorReader SCHEDULED = new ScheduledReader();

    @Override
    public List<Weave> weaves() {
        return List.of(
                Weave.advice(POOL, Made.class, isConstructor().and(takesArguments(7))),
                Weave.advice(POOL, Offered.class, named("execute").and(takesArguments(1))),
                Weave.advice(POOL, TurnedAway.class, named("reject").and(takesArguments(1))),
                Weave.advice(POOL + "$Worker", WorkerBegins.class, named("run").and(takesArguments(0))),
                Weave.advice(POOL, TaskTaken.class, named("getTask").and(takesArguments(0))),
                Weave.advice(POOL, WorkerEnds.class, named("processWorkerExit").and(takesArguments(2))),
                Weave.advice(POOL, Removed.class, named("remove").and(takesArguments(1))),
                Weave.advice(POOL, Purged.class, named("purge").and(takesArguments(0))),
                Weave.advice(POOL, Dropped.class, named("shutdownNow").and(takesArguments(0))),
                new Weave(POOL + "$DiscardOldestPolicy", new PolledTasks()));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        if (pool instanceof ScheduledThreadPoolExecutor) {
            return SCHEDULED;
        }
        return pool instanceof ThreadPoolExecutor ? READER : null;
    }

    private static final class ScheduledReader extends ExecutorReader {
        @Override
        public boolean isScheduled() {
            return true;
        }

        @Override
        public Object @Nullable [] queued(Object pool) {
            // what is there is not due
            return null;
        }
    }

    private static final class Made {
        @Advice.OnMethodExit
        static void exit(@Advice.This Object pool) {
            Hooks.made(pool);
        }
    }

    private static final class Offered {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@Advice.This Object pool, @Advice.Argument(0) Object task) {
            return Hooks.offered(pool, task);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(
                @Advice.This Object pool,
                @Advice.Argument(0) Object task,
                @Advice.Enter long arrived,
                @Advice.Thrown @Nullable Throwable thrown) {
            // of a rejection the pool has told by itself
            if (thrown != null && !(thrown instanceof RejectedExecutionException)) {
                Hooks.offerThrew(pool, task, arrived);
            }
        }
    }

    private static final class TurnedAway {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(0) Object task) {
            Hooks.turnedAway(pool, task);
        }
    }

    private static final class WorkerBegins {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(
                @Advice.FieldValue("this$0") Object pool, @Advice.FieldValue("firstTask") @Nullable Object task) {
            Hooks.workerBegins(pool, task);
        }
    }

    private static final class TaskTaken {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool) {
            Hooks.taskWanted(pool);
        }

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object pool, @Advice.Return @Nullable Object task) {
            Hooks.taskTaken(pool, task);
        }
    }

    private static final class WorkerEnds {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(1) boolean threw) {
            Hooks.workerEnds(pool, threw);
        }
    }

    private static final class Removed {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object pool, @Advice.Argument(0) Object task, @Advice.Return boolean wasRemoved) {
            if (wasRemoved) {
                Hooks.removed(pool, task);
            }
        }
    }

    private static final class Purged {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static Object @Nullable [] enter(@Advice.This Object pool) {
            return Hooks.purging(pool);
        }

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object pool, @Advice.Enter Object @Nullable [] cancelled) {
            Hooks.purged(pool, cancelled);
        }
    }

    private static final class Dropped {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object pool, @Advice.Return @Nullable List<?> tasks) {
            Hooks.dropped(pool, tasks);
        }
    }
}
