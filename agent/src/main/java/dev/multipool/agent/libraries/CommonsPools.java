package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
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
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import javax.management.ObjectName;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Apache Commons Pool's {@code GenericObjectPool}, of 2.10 and newer. Who waits for an object is queued, who has borrowed one
 * is served.
 */
public final class CommonsPools implements Library {

    private static final String POOL = "org.apache.commons.pool2.impl.GenericObjectPool";
    /** What a pool is called that nobody gave a name. */
    private static final String UNNAMED = "pool\\d*";

    private static final CommonsReader READER = new CommonsReader();

    @Override
    public List<Weave> weaves() {
        return List.of(
                Weave.advice(POOL, ExecutorAdvice.Made.class, isConstructor()),
                Weave.advice(POOL, Borrowed.class, named("borrowObject").and(takesArguments(Duration.class))),
                Weave.advice(POOL, Returned.class, named("returnObject").and(takesArguments(1))),
                Weave.advice(
                        POOL,
                        Returned.class,
                        named("invalidateObject")
                                .and(takesArguments(2))
                                .and(takesArgument(1, nameEndsWith("org.apache.commons.pool2.DestroyMode")))));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        return PoolCalls.isA(POOL, pool) ? READER : null;
    }

    private static final class CommonsReader implements PoolReader {

        @Override
        public @Nullable String name(Object pool) {
            @Nullable ObjectName own = (ObjectName) PoolCalls.get(pool, "getJmxName");
            String name = own == null ? null : own.getKeyProperty("name");
            return name == null || name.matches(UNNAMED) ? null : name;
        }

        @Override
        public boolean lends() {
            return true;
        }

        @Override
        public Bounds bounds(Object pool) {
            int total = PoolCalls.number(pool, "getMaxTotal");
            int max = total < 0 ? PoolConfig.MAX_THREADS : Math.min(Math.max(1, total), PoolConfig.MAX_THREADS);
            int idle = Math.max(0, Math.min(PoolCalls.number(pool, "getMinIdle"), max));
            if (!(boolean) PoolCalls.get(pool, "getBlockWhenExhausted")) {
                return new Bounds(PoolKind.CACHED, idle, max, 0);
            }
            return new Bounds(idle == max ? PoolKind.FIXED : PoolKind.EAGER, idle, max, QueueConfig.MAX_CAPACITY);
        }

        @Override
        public int threads(Object pool) {
            return Math.addExact(PoolCalls.number(pool, "getNumActive"), PoolCalls.number(pool, "getNumIdle"));
        }

        @Override
        public boolean isShutDown(Object pool) {
            return (boolean) PoolCalls.get(pool, "isClosed");
        }

        @Override
        public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
            SafeOrder.resize(
                    bounds(pool),
                    new Bounds(PoolKind.EAGER, coreThreads, maxThreads, queueCapacity),
                    idle -> PoolCalls.set(pool, "setMinIdle", idle),
                    max -> PoolCalls.set(pool, "setMaxTotal", max));
        }
    }

    private static final class Borrowed {
        /** The library measures its waits by another clock, which may be that much ahead. */
        private static final long CLOCK_ERROR_NANOS = 1_000_000;

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@Advice.This Object pool) {
            return Hooks.offered(pool, Thread.currentThread());
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(
                @Advice.This Object pool,
                @Advice.Argument(0) Duration longest,
                @Advice.Enter long arrived,
                @Advice.Return @Nullable Object lent,
                @Advice.Thrown @Nullable Throwable thrown) {
            if (lent != null) {
                Hooks.leased(pool, lent);
            } else if (thrown instanceof InterruptedException) {
                Hooks.removed(pool, Thread.currentThread());
            } else if (thrown instanceof NoSuchElementException && thrown.getCause() == null) {
                // nothing came in time; or the pool does not wait, or what it made is not valid
                long waited = Hooks.nanosSince(arrived) + CLOCK_ERROR_NANOS;
                if (longest.isNegative() || Duration.ofNanos(waited).compareTo(longest) < 0) {
                    Hooks.turnedAway(pool, Thread.currentThread());
                } else {
                    Hooks.leaseExpired(pool);
                }
            } else {
                Hooks.turnedAway(pool, Thread.currentThread());
            }
        }
    }

    private static final class Returned {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(0) Object lent) {
            Hooks.leaseReturned(pool, lent);
        }
    }
}
