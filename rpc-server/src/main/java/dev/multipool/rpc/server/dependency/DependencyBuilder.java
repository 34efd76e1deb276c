package dev.multipool.rpc.server.dependency;

import dev.multipool.pools.BulkheadFullException;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolBulkhead;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.SemaphoreBulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Collects how a dependency is guarded. Not thread-safe. */
public final class DependencyBuilder {
    private final String name;
    private @Nullable Isolation isolation;
    private CircuitBreakerConfig breaker = CircuitBreakerConfig.ofDefaults();

    DependencyBuilder(String name) {
        this.name = name;
    }

    /**
     * Runs calls on threads of their own, at most this many at once and none queued, each for at most the timeout. Size
     * it by calls per second at peak × the call's 99th percentile in seconds, and some room: for 1124 × 0.006 = 6.7
     * take 10.
     */
    public DependencyBuilder threads(int threads, Duration timeout) {
        isolation = new Isolation.Threads(new PoolBulkhead(name, threads), timeout);
        return this;
    }

    /**
     * Runs calls on the threads of a pool that is there already, each for at most the timeout. The dependency owns the pool
     * unless somebody else stops it, such as a server that it was added to.
     *
     * @throws IllegalArgumentException when calls could queue in the pool
     */
    public DependencyBuilder threads(MeasuredPool pool, Duration timeout) {
        isolation = new Isolation.Threads(new PoolBulkhead(pool), timeout);
        return this;
    }

    /** Runs calls on their callers' threads, at most this many at once. */
    public DependencyBuilder permits(int permits) {
        isolation = new Isolation.Permits(new SemaphoreBulkhead(name, permits));
        return this;
    }

    /** When the circuit opens and closes; default Resilience4j's own: open when half of the last 100 calls failed. */
    public DependencyBuilder circuitBreaker(CircuitBreakerConfig config) {
        this.breaker = config;
        return this;
    }

    /**
     * Makes the dependency.
     *
     * @throws IllegalStateException when neither threads nor permits were given
     */
    public Dependency build() {
        if (isolation == null) {
            throw new IllegalStateException("dependency " + name + ": no isolation (expected: threads or permits)");
        }
        CircuitBreakerConfig config = CircuitBreakerConfig.from(breaker)
                .ignoreException(thrown -> ignored(breaker, thrown))
                .build();
        return new Dependency(name, isolation, CircuitBreaker.of(name, config));
    }

    /** What never reached the dependency says nothing about it. */
    private static boolean ignored(CircuitBreakerConfig configured, Throwable thrown) {
        return thrown instanceof PoolRejectedException
                || thrown instanceof BulkheadFullException
                || configured.getIgnoreExceptionPredicate().test(thrown);
    }
}
