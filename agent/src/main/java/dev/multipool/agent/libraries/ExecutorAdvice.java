package dev.multipool.agent.libraries;

import dev.multipool.agent.runtime.Hooks;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** What is woven into the executors that are built as the JDK's is. */
final class ExecutorAdvice {

    private ExecutorAdvice() {}

    static final class Made {
        @Advice.OnMethodExit
        static void exit(@Advice.This Object pool) {
            Hooks.made(pool);
        }
    }

    static final class Offered {
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

    static final class TurnedAway {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(0) Object task) {
            Hooks.turnedAway(pool, task);
        }
    }

    static final class WorkerBegins {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(
                @Advice.FieldValue("this$0") Object pool, @Advice.FieldValue("firstTask") @Nullable Object task) {
            Hooks.workerBegins(pool, task);
        }
    }

    static final class TaskTaken {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static @Nullable WeakReference<?> enter(@Advice.This Object pool) {
            return Hooks.taskWanted(pool);
        }

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(
                @Advice.This Object pool,
                @Advice.Return @Nullable Object task,
                @Advice.Enter @Nullable WeakReference<?> who) {
            Hooks.taskTakenBy(who, pool, task);
        }
    }

    static final class WorkerEnds {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(1) boolean threw) {
            Hooks.workerEnds(pool, threw);
        }
    }

    static final class Removed {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object pool, @Advice.Argument(0) Object task, @Advice.Return boolean wasRemoved) {
            if (wasRemoved) {
                Hooks.removed(pool, task);
            }
        }
    }

    static final class Purged {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static Object @Nullable [] enter(@Advice.This Object pool) {
            return Hooks.purging(pool);
        }

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object pool, @Advice.Enter Object @Nullable [] cancelled) {
            Hooks.purged(pool, cancelled);
        }
    }

    static final class Dropped {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object pool, @Advice.Return @Nullable List<?> tasks) {
            Hooks.dropped(pool, tasks);
        }
    }

    /** Where the executor may accept a task that it has rejected: what {@code execute} throws is what became of it. */
    static final class OfferedOrThrown {
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
}
