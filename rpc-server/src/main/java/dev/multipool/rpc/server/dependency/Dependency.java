package dev.multipool.rpc.server.dependency;

import dev.multipool.pools.BulkheadFullException;
import dev.multipool.pools.CallTimeoutException;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.rpc.server.CallRejectedException;
import dev.multipool.rpc.server.CallRejection;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.Callable;

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
 * waits; with permits it runs on the caller's thread and has no timeout, since nobody could end it.
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
    public static DependencyBuilder builder(String name) {
        return new DependencyBuilder(name);
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
            throw rejected(CallRejection.DEPENDENCY_OPEN, "circuit " + breaker.getState(), e);
        } catch (PoolRejectedException | BulkheadFullException e) {
            throw rejected(CallRejection.DEPENDENCY_FULL, String.valueOf(e.getMessage()), e);
        } catch (CallTimeoutException e) {
            throw rejected(CallRejection.DEPENDENCY_TIMED_OUT, String.valueOf(e.getMessage()), e);
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

    private CallRejectedException rejected(CallRejection reason, String text, Exception cause) {
        return new CallRejectedException(reason, "dependency " + name + ": " + text, cause);
    }
}
