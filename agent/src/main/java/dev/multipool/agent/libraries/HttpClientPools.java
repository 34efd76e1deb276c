package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.declaresField;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.QueueConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * The connections of Apache HttpClient's blocking client, of 5.4 and newer. Who waits for one is queued, who holds one is served. The bound is
 * that of all routes; each has a bound of its own, too.
 */
public final class HttpClientPools implements Library {

    private static final String POOL = "org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager";
    /** The request for a connection is a class without a name: which of them depends on the version. */
    private static final int NAMELESS = 6;

    private static final String CLOSED = "isClosed";
    private static final HttpClientReader READER = new HttpClientReader();

    @Override
    public List<Weave> weaves() {
        List<Weave> weaves = new ArrayList<>();
        weaves.add(Weave.advice(POOL, ExecutorAdvice.Made.class, isConstructor()));
        weaves.add(Weave.advice(POOL, Released.class, named("release").and(takesArguments(3))));
        for (int i = 1; i <= NAMELESS; i++) {
            weaves.add(Weave.advice(
                    POOL + "$" + i,
                    Asked.class,
                    named("get").and(takesArguments(1)).and(isDeclaredBy(declaresField(named("endpoint"))))));
        }
        return weaves;
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        // older ones do not tell that they are closed, and are left alone
        return PoolCalls.isA(POOL, pool) && PoolCalls.has(pool, CLOSED) ? READER : null;
    }

    private static final class HttpClientReader implements PoolReader {

        @Override
        public boolean lends() {
            return true;
        }

        @Override
        public Bounds bounds(Object pool) {
            int max = Math.min(PoolCalls.number(pool, "getMaxTotal"), PoolConfig.MAX_THREADS);
            return new Bounds(PoolKind.EAGER, 0, max, QueueConfig.MAX_CAPACITY);
        }

        @Override
        public int threads(Object pool) {
            Object connections = PoolCalls.get(pool, "getTotalStats");
            return Math.addExact(
                    PoolCalls.number(connections, "getLeased"), PoolCalls.number(connections, "getAvailable"));
        }

        @Override
        public boolean isShutDown(Object pool) {
            return (boolean) PoolCalls.get(pool, CLOSED);
        }

        @Override
        public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
            if (coreThreads != 0) {
                throw new IllegalArgumentException(
                        "coreThreads: " + coreThreads + " (expected: 0, since connections are made on demand)");
            }
            SafeOrder.resize(
                    bounds(pool),
                    new Bounds(PoolKind.EAGER, coreThreads, maxThreads, queueCapacity),
                    none -> {},
                    max -> PoolCalls.set(pool, "setMaxTotal", max));
        }
    }

    private static final class Asked {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static boolean enter(
                @Advice.FieldValue("this$0") Object pool, @Advice.FieldValue("endpoint") @Nullable Object known) {
            if (known == null) {
                Hooks.offered(pool, Thread.currentThread());
            }
            return known == null;
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(
                @Advice.FieldValue("this$0") Object pool,
                @Advice.Enter boolean isFirst,
                @Advice.Return @Nullable Object lent,
                @Advice.Thrown @Nullable Throwable thrown) {
            if (lent != null) {
                if (isFirst) {
                    Hooks.leased(pool, lent);
                }
            } else if (thrown instanceof TimeoutException) {
                Hooks.leaseExpired(pool);
            } else if (thrown instanceof CancellationException || thrown instanceof InterruptedException) {
                Hooks.removed(pool, Thread.currentThread());
            } else {
                Hooks.turnedAway(pool, Thread.currentThread());
            }
        }
    }

    private static final class Released {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object pool, @Advice.Argument(0) Object lent) {
            Hooks.leaseReturned(pool, lent);
        }
    }
}
