package dev.multipool.perf.nested.flow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * queryItems over some executors: for each item four conversions, a join, four queries, a join, a merge.
 *
 * <p><b>Threads:</b> requests may begin and end on any thread.
 */
public interface Flow extends AutoCloseable {
    /** Threads of the pools, as the server has them by default. */
    int BUSINESS_THREADS = 24;

    int COMMON_THREADS = 8;
    int SELECT_THREADS = 12;
    int QUEUE = 10_000;

    /** Begins a request, which tells {@code end} once. Never blocks. */
    void begin(List<Long> ids, Deadline deadline, RequestEnd end);

    @Override
    void close();

    /** Hears how a request ended. */
    @FunctionalInterface
    interface RequestEnd {
        /**
         * The request is over.
         *
         * @param digests of the items, in the order asked; null when it failed
         * @param failure null when it didn't
         */
        void ended(@Nullable List<Long> digests, @Nullable Throwable failure);
    }
}
