package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.QueueConfig;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Jetty's {@code QueuedThreadPool}. A reserved thread is in service as long as it is reserved. */
public final class JettyPools implements Library {

    private static final String POOL = "org.eclipse.jetty.util.thread.QueuedThreadPool";
    private static final JettyReader READER = new JettyReader();

    @Override
    public List<Weave> weaves() {
        return List.of(
                Weave.advice(
                        POOL,
                        ExecutorAdvice.OfferedOrThrown.class,
                        named("execute").and(takesArguments(1))),
                Weave.advice(POOL + "$Runner", Life.class, named("run").and(takesArguments(0))),
                Weave.advice(POOL + "$Runner", Job.class, named("doRunJob").and(takesArguments(1))),
                Weave.advice(POOL, Failure.class, named("onJobFailure").and(takesArguments(1))));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        return PoolCalls.isA(POOL, pool) ? READER : null;
    }

    private static final class JettyReader implements PoolReader {

        @Override
        public String name(Object pool) {
            return (String) PoolCalls.get(pool, "getName");
        }

        @Override
        public Bounds bounds(Object pool) {
            int max = PoolCalls.number(pool, "getMaxThreads");
            int min = Math.min(PoolCalls.number(pool, "getMinThreads"), max);
            // the queue is hidden; by default it has no bound
            return new Bounds(min == max ? PoolKind.FIXED : PoolKind.EAGER, min, max, QueueConfig.MAX_CAPACITY);
        }

        @Override
        public int threads(Object pool) {
            return PoolCalls.number(pool, "getThreads");
        }

        @Override
        public boolean isShutDown(Object pool) {
            return !(boolean) PoolCalls.get(pool, "isRunning");
        }

        @Override
        public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
            SafeOrder.resize(
                    bounds(pool),
                    new Bounds(PoolKind.EAGER, coreThreads, maxThreads, queueCapacity),
                    min -> PoolCalls.set(pool, "setMinThreads", min),
                    max -> PoolCalls.set(pool, "setMaxThreads", max));
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

    private static final class Job {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("this$0") Object pool, @Advice.Argument(0) Object job) {
            Hooks.taskTaken(pool, job);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.FieldValue("this$0") Object pool) {
            Hooks.taskWanted(pool);
        }
    }

    private static final class Failure {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool) {
            Hooks.taskThrew(pool);
        }
    }
}
