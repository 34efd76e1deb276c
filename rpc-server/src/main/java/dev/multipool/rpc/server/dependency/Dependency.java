package dev.multipool.rpc.server.dependency;

import dev.multipool.pools.BulkheadFullException;
import dev.multipool.pools.CallTimeoutException;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolBulkhead;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.SemaphoreBulkhead;
import dev.multipool.rpc.server.limits.CallRejectedException;
import dev.multipool.rpc.server.limits.CallRejection;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Something that handlers call and that may be slow or down, such as another service. When it is, calls to it fail at
 * once and nothing else suffers.
 *
 * <pre>{@code
 * Dependency inventory = Dependency.builder("inventory").threads(10, Duration.ofMillis(50)).build();
 * Stock stock = inventory.call(() -> client.stockOf(id));
 * }</pre>
 *
 * <p>A call passes the circuit breaker (Resilience4j) first, then the bulkhead. A full bulkhead is no failure of the
 * dependency and does not count for the breaker; a timeout and an exception do. A call that is not let through, or takes
 * too long, throws a {@link CallRejectedException}, which the server answers with its code and counts by reason.
 *
 * <p><b>Threads:</b> any. With threads of its own (as Hystrix isolates) the call runs on one of them while the caller
 * waits. With permits it runs on the caller's thread and has no timeout, since nobody could end it.
 *
 * <p><b>Lifecycle:</b> {@link #close} ends the threads.
 */
public final class Dependency implements AutoCloseable {
    private final String name;
    private final Isolation isolation;
    private final CircuitBreaker breaker;

    Dependency(String name, Isolation isolation, CircuitBreaker breaker) {
        this.name = name;
        this.isolation = isolation;
        this.breaker = breaker;
    }

    /** Begins the description of a dependency. */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    public String name() {
        return name;
    }

    /**
     * Calls the dependency.
     *
     * @throws CallRejectedException when the circuit is open, the bulkhead is full, or the call took too long
     * @throws InterruptedException when the calling thread was interrupted while it waited
     * @throws Exception what the call throws
     */
    public <T> T call(Callable<T> call) throws Exception {
        try {
            return breaker.executeCallable(() -> isolation.call(call));
        } catch (CallNotPermittedException e) {
            throw newRejection(CallRejection.DEPENDENCY_OPEN, "circuit " + breaker.getState(), e);
        } catch (PoolRejectedException | BulkheadFullException e) {
            throw newRejection(CallRejection.DEPENDENCY_FULL, String.valueOf(e.getMessage()), e);
        } catch (CallTimeoutException e) {
            throw newRejection(CallRejection.DEPENDENCY_TIMED_OUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** Changes how many calls may be under way at once, while it runs. */
    public void resize(int concurrentCalls) {
        isolation.resize(concurrentCalls);
    }

    /** Counts since it was made. */
    public DependencySnapshot snapshot() {
        return new DependencySnapshot(
                isolation.snapshot(),
                breaker.getState().name(),
                breaker.getMetrics().getNumberOfNotPermittedCalls());
    }

    @Override
    public void close() {
        isolation.close();
    }

    private CallRejectedException newRejection(CallRejection reason, String text, Exception cause) {
        return new CallRejectedException(reason, "dependency " + name + ": " + text, cause);
    }

    /** Collects how a dependency is guarded. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private @Nullable Isolation isolation;
        private CircuitBreakerConfig breaker = CircuitBreakerConfig.ofDefaults();

        Builder(String name) {
            this.name = name;
        }

        /**
         * Runs calls on threads of their own, at most this many at once and none queued, each for at most the timeout. Size
         * it by calls per second at peak × the call's 99th percentile in seconds, and some room: for 1124 × 0.006 = 6.7
         * take 10.
         */
        public Builder threads(int threads, Duration timeout) {
            isolation = new Isolation.Threads(new PoolBulkhead(name, threads), timeout);
            return this;
        }

        /**
         * Runs calls on the threads of a pool that is there already, each for at most the timeout. The dependency owns the pool
         * unless somebody else stops it, such as a server that it was added to.
         *
         * @throws IllegalArgumentException when calls could queue in the pool
         */
        public Builder threads(MeasuredPool pool, Duration timeout) {
            isolation = new Isolation.Threads(new PoolBulkhead(pool), timeout);
            return this;
        }

        /** Runs calls on their callers' threads, at most this many at once. */
        public Builder permits(int permits) {
            isolation = new Isolation.Permits(new SemaphoreBulkhead(name, permits));
            return this;
        }

        /** When the circuit opens and closes; default Resilience4j's own: open when half of the last 100 calls failed. */
        public Builder circuitBreaker(CircuitBreakerConfig config) {
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
                    .ignoreException(thrown -> isIgnored(breaker, thrown))
                    .build();
            return new Dependency(name, isolation, CircuitBreaker.of(name, config));
        }

        /** What never reached the dependency says nothing about it. */
        private static boolean isIgnored(CircuitBreakerConfig configured, Throwable thrown) {
            return thrown instanceof PoolRejectedException
                    || thrown instanceof BulkheadFullException
                    || configured.getIgnoreExceptionPredicate().test(thrown);
        }
    }
}
