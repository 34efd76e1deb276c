package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import java.util.List;
import java.util.concurrent.ExecutorService;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** The JDK's executors with a thread for each task, virtual or not, of JDK 21 and newer. */
public final class ThreadPerTaskPools implements Library {

    private static final String POOL = "java.util.concurrent.ThreadPerTaskExecutor";
    private static final ThreadReader READER = new ThreadReader();

    @Override
    public List<Weave> weaves() {
        return List.of(
                Weave.advice(POOL, ExecutorAdvice.Made.class, isConstructor()),
                Weave.advice(
                        POOL,
                        Started.class,
                        named("start").and(takesArguments(1)).and(takesArguments(Thread.class))),
                Weave.advice(POOL + "$TaskRunner", Run.class, named("run").and(takesArguments(0))),
                Weave.advice(
                        POOL + "$ThreadBoundFuture", Run.class, named("run").and(takesArguments(0))));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        return PoolCalls.isA(POOL, pool) ? READER : null;
    }

    private static final class ThreadReader implements PoolReader {

        @Override
        public Bounds bounds(Object pool) {
            return new Bounds(PoolKind.VIRTUAL, 0, PoolConfig.MAX_THREADS, 0);
        }

        /** As of pools of virtual threads of ours: the limit on tasks in service. */
        @Override
        public int threads(Object pool) {
            return PoolConfig.MAX_THREADS;
        }

        @Override
        public boolean knowsThreads() {
            return false;
        }

        @Override
        public boolean runsOut() {
            return false;
        }

        @Override
        public boolean isShutDown(Object pool) {
            return ((ExecutorService) pool).isShutdown();
        }

        @Override
        public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
            throw new IllegalArgumentException(
                    "maxThreads: " + maxThreads + " (expected: none, since a thread for each task has no bound)");
        }
    }

    private static final class Started {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(0) Object thread) {
            Hooks.offered(pool, thread);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(
                @Advice.This Object pool,
                @Advice.Argument(0) Object thread,
                @Advice.Thrown @Nullable Throwable thrown) {
            if (thrown != null) {
                Hooks.turnedAway(pool, thread);
            }
        }
    }

    private static final class Run {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("executor") Object pool) {
            Hooks.threadBegins(pool);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(
                @Advice.This Object task,
                @Advice.FieldValue("executor") Object pool,
                @Advice.Thrown @Nullable Throwable thrown) {
            Hooks.threadEnds(pool, task, thrown != null);
        }
    }
}
