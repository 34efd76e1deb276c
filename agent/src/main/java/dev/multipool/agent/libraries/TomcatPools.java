package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.isSubTypeOf;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/** Tomcat's own executor, of 9.0.56, 10.0.14 and newer. Before, it was one of the JDK's. */
public final class TomcatPools implements Library {

    private static final String POOL = "org.apache.tomcat.util.threads.ThreadPoolExecutor";
    private static final TomcatReader READER = new TomcatReader();

    @Override
    public List<Weave> weaves() {
        return List.of(
                Weave.advice(POOL, ExecutorAdvice.OfferedOrThrown.class, own("execute", 1)),
                Weave.advice(POOL + "$Worker", ExecutorAdvice.WorkerBegins.class, named("run")),
                Weave.advice(POOL, ExecutorAdvice.TaskTaken.class, own("getTask", 0)),
                Weave.advice(POOL, ExecutorAdvice.WorkerEnds.class, own("processWorkerExit", 2)),
                Weave.advice(POOL, ExecutorAdvice.Removed.class, own("remove", 1)),
                Weave.advice(POOL, ExecutorAdvice.Dropped.class, own("shutdownNow", 0)));
    }

    private static ElementMatcher<MethodDescription> own(String name, int arguments) {
        return named(name).and(takesArguments(arguments)).and(isDeclaredBy(not(isSubTypeOf(ThreadPoolExecutor.class))));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        return PoolCalls.isA(POOL, pool) ? READER : null;
    }

    private static final class TomcatReader implements PoolReader {

        @Override
        public Bounds bounds(Object pool) {
            int max = Math.min(PoolCalls.number(pool, "getMaximumPoolSize"), PoolConfig.MAX_THREADS);
            int core = Math.min(PoolCalls.number(pool, "getCorePoolSize"), max);
            int capacity = ExecutorReader.capacity(queue(pool));
            // its queue refuses tasks while threads may be added
            PoolKind kind = core == max ? PoolKind.FIXED : PoolKind.EAGER;
            return new Bounds(capacity == 0 ? PoolKind.CACHED : kind, core, max, capacity);
        }

        private static BlockingQueue<?> queue(Object pool) {
            return (BlockingQueue<?>) PoolCalls.get(pool, "getQueue");
        }

        @Override
        public int threads(Object pool) {
            return PoolCalls.number(pool, "getPoolSize");
        }

        @Override
        public boolean isShutDown(Object pool) {
            return (boolean) PoolCalls.get(pool, "isShutdown");
        }

        @Override
        public Object @Nullable [] queued(Object pool) {
            return queue(pool).toArray();
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
}
