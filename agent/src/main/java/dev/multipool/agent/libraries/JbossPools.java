package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.declaresField;
import static net.bytebuddy.matcher.ElementMatchers.fieldType;
import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.nameEndsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.QueueConfig;
import java.util.List;
import java.util.concurrent.ExecutorService;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * JBoss Threads' {@code EnhancedQueueExecutor}, which is Undertow's and Quarkus', of 3.6 and newer. It puts a task of its own
 * around each, and that is the one that is known here. What older versions make is left alone.
 */
public final class JbossPools implements Library {

    private static final String POOL = "org.jboss.threads.EnhancedQueueExecutor";
    private static final String TASK = POOL + "$Task";
    private static final JbossReader READER = new JbossReader();

    @Override
    public List<Weave> weaves() {
        return List.of(
                Weave.advice(POOL, Offered.class, named("tryExecute").and(takesArgument(0, nameEndsWith(TASK)))),
                Weave.advice(
                        POOL,
                        ExecutorAdvice.TurnedAway.class,
                        named("rejectQueueFull")
                                .or(named("rejectShutdown"))
                                .or(named("rejectNoThread"))
                                .or(named("rejectException"))
                                .and(takesArgument(0, nameEndsWith(TASK)))),
                Weave.advice(TASK, HandedOff.class, named("handoff").and(takesArguments(0))),
                Weave.advice(TASK, Job.class, named("run").and(takesArguments(0))),
                Weave.advice(TASK, Failure.class, named("doRunWith")),
                Weave.advice(
                        POOL + "$ThreadBody",
                        Life.class,
                        named("run").and(isDeclaredBy(declaresField(fieldType(nameEndsWith(TASK)))))));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        return PoolCalls.isA(POOL, pool) ? READER : null;
    }

    private static final class JbossReader implements PoolReader {

        @Override
        public Bounds bounds(Object pool) {
            int max = Math.min(Math.max(1, PoolCalls.number(pool, "getMaximumPoolSize")), PoolConfig.MAX_THREADS);
            int core = Math.min(PoolCalls.number(pool, "getCorePoolSize"), max);
            int capacity = Math.min(PoolCalls.number(pool, "getMaximumQueueSize"), QueueConfig.MAX_CAPACITY);
            PoolKind kind = core == max ? PoolKind.FIXED : PoolKind.EAGER;
            return new Bounds(capacity == 0 ? PoolKind.CACHED : kind, core, max, capacity);
        }

        @Override
        public int threads(Object pool) {
            return PoolCalls.number(pool, "getPoolSize");
        }

        @Override
        public boolean isShutDown(Object pool) {
            return ((ExecutorService) pool).isShutdown();
        }

        @Override
        public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
            SafeOrder.resize(
                    bounds(pool),
                    new Bounds(PoolKind.EAGER, coreThreads, maxThreads, queueCapacity),
                    core -> PoolCalls.set(pool, "setCorePoolSize", core),
                    max -> PoolCalls.set(pool, "setMaximumPoolSize", max));
        }
    }

    private static final class Offered {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(0) Object task) {
            Hooks.offered(pool, task);
        }
    }

    /**
     * No thread of the pool runs it: the pool was stopped, or has turned it away and told so. The latter is not looked for again: a
     * task with the same hash that waits would be taken for it.
     */
    private static final class HandedOff {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("this$0") Object pool, @Advice.This Object task) {
            if (((ExecutorService) pool).isShutdown()) {
                Hooks.discarded(pool, task);
            }
        }
    }

    private static final class Job {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(
                @Advice.FieldValue("this$0") Object pool,
                @Advice.This Object task,
                @Advice.FieldValue("delegate") Object inner) {
            Hooks.taskTaken(pool, task, inner);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.FieldValue("this$0") Object pool) {
            Hooks.taskWanted(pool);
        }
    }

    private static final class Failure {
        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.FieldValue("this$0") Object pool, @Advice.Thrown @Nullable Throwable thrown) {
            if (thrown != null) {
                Hooks.taskThrew(pool);
            }
        }
    }

    private static final class Life {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("this$0") Object pool) {
            Hooks.workerBegins(pool, null);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.FieldValue("this$0") Object pool) {
            Hooks.workerEnds(pool, false);
        }
    }
}
