package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** {@link ThreadPoolExecutor} and what extends it. */
public final class JdkThreadPools implements Library {

    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";
    private static final ExecutorReader READER = new ExecutorReader();
    private static final ExecutorReader SCHEDULED = new ScheduledReader();

    @Override
    public List<Weave> weaves() {
        return List.of(
                Weave.advice(POOL, ExecutorAdvice.Made.class, isConstructor().and(takesArguments(7))),
                Weave.advice(
                        POOL, ExecutorAdvice.Offered.class, named("execute").and(takesArguments(1))),
                Weave.advice(
                        POOL, ExecutorAdvice.TurnedAway.class, named("reject").and(takesArguments(1))),
                Weave.advice(
                        POOL + "$Worker",
                        ExecutorAdvice.WorkerBegins.class,
                        named("run").and(takesArguments(0))),
                Weave.advice(
                        POOL, ExecutorAdvice.TaskTaken.class, named("getTask").and(takesArguments(0))),
                Weave.advice(
                        POOL,
                        ExecutorAdvice.WorkerEnds.class,
                        named("processWorkerExit").and(takesArguments(2))),
                Weave.advice(POOL, ExecutorAdvice.Removed.class, named("remove").and(takesArguments(1))),
                Weave.advice(POOL, ExecutorAdvice.Purged.class, named("purge").and(takesArguments(0))),
                Weave.advice(
                        POOL, ExecutorAdvice.Dropped.class, named("shutdownNow").and(takesArguments(0))),
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
}
