package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.QueueConfig;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** HikariCP: a pool of connections. Who waits for one is queued, who holds one is served. */
public final class HikariPools implements Library {

    private static final String POOL = "com.zaxxer.hikari.pool.HikariPool";
    private static final String ENTRY = "com.zaxxer.hikari.pool.PoolEntry";
    private static final int SHUT_DOWN = 2;
    private static final HikariReader READER = new HikariReader();

    @Override
    public List<Weave> weaves() {
        return List.of(
                Weave.advice(POOL, Asked.class, named("getConnection").and(takesArguments(1))),
                Weave.advice(ENTRY, Leased.class, named("createProxyConnection")),
                Weave.advice(ENTRY, Returned.class, named("recycle")),
                Weave.advice(ENTRY, Returned.class, named("close")));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        return PoolCalls.isA(POOL, pool) ? READER : null;
    }

    private static final class HikariReader implements PoolReader {

        private static Object config(Object pool) {
            return PoolCalls.field(pool, "config");
        }

        @Override
        public String name(Object pool) {
            return (String) PoolCalls.get(config(pool), "getPoolName");
        }

        @Override
        public boolean lends() {
            return true;
        }

        @Override
        public Bounds bounds(Object pool) {
            int max = PoolCalls.number(config(pool), "getMaximumPoolSize");
            int idle = Math.min(PoolCalls.number(config(pool), "getMinimumIdle"), max);
            return new Bounds(idle == max ? PoolKind.FIXED : PoolKind.EAGER, idle, max, QueueConfig.MAX_CAPACITY);
        }

        @Override
        public int threads(Object pool) {
            return PoolCalls.number(pool, "getTotalConnections");
        }

        @Override
        public boolean isShutDown(Object pool) {
            return (int) PoolCalls.field(pool, "poolState") == SHUT_DOWN;
        }

        @Override
        public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
            Object config = config(pool);
            SafeOrder.resize(
                    bounds(pool),
                    new Bounds(PoolKind.EAGER, coreThreads, maxThreads, queueCapacity),
                    idle -> PoolCalls.set(config, "setMinimumIdle", idle),
                    max -> PoolCalls.set(config, "setMaximumPoolSize", max));
        }
    }

    private static final class Asked {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool) {
            Hooks.offered(pool, Thread.currentThread());
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.This Object pool, @Advice.Thrown @Nullable Throwable thrown) {
            if (thrown instanceof SQLTransientConnectionException) {
                Hooks.leaseExpired(pool);
            } else if (thrown != null) {
                Hooks.turnedAway(pool, Thread.currentThread());
            }
        }
    }

    private static final class Leased {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("hikariPool") Object pool, @Advice.This Object entry) {
            Hooks.leased(pool, entry);
        }
    }

    private static final class Returned {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("hikariPool") Object pool, @Advice.This Object entry) {
            Hooks.leaseReturned(pool, entry);
        }
    }
}
