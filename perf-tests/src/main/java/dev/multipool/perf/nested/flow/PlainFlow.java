package dev.multipool.perf.nested.flow;

import dev.multipool.item.v1.ItemPart;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The yardstick: somebody else's pools, a latch for each join, nothing measured and nothing cancelled. */
public final class PlainFlow implements Flow {
    private final ItemSteps steps;
    private final OtherPool.Opened business;
    private final OtherPool.Opened common;
    private final OtherPool.Opened select;

    public PlainFlow(ItemSteps steps, OtherPool pool) {
        this.steps = steps;
        this.business = pool.open("business", BUSINESS_THREADS);
        this.common = pool.open("common", COMMON_THREADS);
        this.select = pool.open("select", SELECT_THREADS);
    }

    @Override
    public void begin(List<Long> ids, Deadline deadline, RequestEnd end) {
        business.executor().execute(() -> {
            List<Long> digests;
            try {
                digests = all(common.executor(), ids.size(), deadline, i -> item(ids.get(i), deadline));
            } catch (Exception e) {
                end.ended(null, e);
                return;
            }
            end.ended(digests, null);
        });
    }

    private Long item(long id, Deadline deadline) throws Exception {
        List<Long> converted = all(select.executor(), ItemSteps.CONVERSIONS, deadline, i -> steps.convert(id, i));
        List<Optional<ItemPart>> parts =
                all(select.executor(), ItemSteps.QUERIES, deadline, i -> steps.query(id, i, deadline));
        return steps.merge(id, converted, parts);
    }

    /** One step of a join. */
    @FunctionalInterface
    private interface Step<T> {
        T run(int index) throws Exception;
    }

    private static <T> List<T> all(Executor pool, int count, Deadline deadline, Step<T> step) throws Exception {
        CountDownLatch left = new CountDownLatch(count);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        @SuppressWarnings("unchecked") // filled below, and seen by this list's readers only
        T[] results = (T[]) new Object[count];
        for (int i = 0; i < count; i++) {
            int index = i;
            pool.execute(() -> {
                try {
                    results[index] = step.run(index);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                } finally {
                    left.countDown();
                }
            });
        }
        if (!left.await(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException(left.getCount() + " of " + count + " steps not done in time");
        }
        Throwable failed = failure.get();
        if (failed != null) {
            throw new ExecutionException(failed);
        }
        return Arrays.asList(results);
    }

    @Override
    public void close() {
        business.end().run();
        common.end().run();
        select.end().run();
    }
}
