package dev.multipool.rpc.server.dependency;

import dev.multipool.pools.BulkheadSnapshot;
import dev.multipool.pools.PoolBulkhead;
import dev.multipool.pools.SemaphoreBulkhead;
import java.time.Duration;
import java.util.concurrent.Callable;

/** How calls to a dependency are kept apart from the rest: on threads of their own, or by permits. */
sealed interface Isolation extends AutoCloseable {
    <T> T call(Callable<T> call) throws Exception;

    void resize(int concurrentCalls);

    BulkheadSnapshot snapshot();

    @Override
    void close();

    /** Calls run on the bulkhead's threads and are ended after the timeout. */
    record Threads(PoolBulkhead bulkhead, Duration timeout) implements Isolation {
        @Override
        public <T> T call(Callable<T> call) throws Exception {
            return bulkhead.call(call, timeout);
        }

        @Override
        public void resize(int concurrentCalls) {
            bulkhead.resize(concurrentCalls);
        }

        @Override
        public BulkheadSnapshot snapshot() {
            return bulkhead.snapshot();
        }

        @Override
        public void close() {
            bulkhead.close();
        }
    }

    /** Calls run on their callers' threads. */
    record Permits(SemaphoreBulkhead bulkhead) implements Isolation {
        @Override
        public <T> T call(Callable<T> call) throws Exception {
            return bulkhead.call(call);
        }

        @Override
        public void resize(int concurrentCalls) {
            bulkhead.resize(concurrentCalls);
        }

        @Override
        public BulkheadSnapshot snapshot() {
            return bulkhead.snapshot();
        }

        @Override
        public void close() {
            // permits are objects of their holders: there is nothing to end
        }
    }
}
