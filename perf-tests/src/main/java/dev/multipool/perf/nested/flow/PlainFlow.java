package dev.multipool.perf.nested.flow;

import dev.multipool.item.v1.ItemPart;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The yardstick: executors of the JDK, a latch for each join, nothing measured and nothing cancelled. */
public final class PlainFlow implements Flow {
    private final ItemSteps steps;
    private final ThreadPoolExecutor business = pool("business", BUSINESS_THREADS);
    private final ThreadPoolExecutor common = pool("common", COMMON_THREADS);
    private final ThreadPoolExecutor select = pool("select", SELECT_THREADS);

    public PlainFlow(ItemSteps steps) {
        this.steps = steps;
    }

    @Override
    public void begin(List<Long> ids, Deadline deadline, RequestEnd end) {
        business.execute(() -> {
            List<Long> digests;
            try {
                digests = all(common, ids.size(), deadline, i -> item(ids.get(i), deadline));
            } catch (Exception e) {
                end.ended(null, e);
                return;
            }
            end.ended(digests, null);
        });
    }

    private Long item(long id, Deadline deadline) throws Exception {
        List<Long> converted = all(select, ItemSteps.CONVERSIONS, deadline, i -> steps.convert(id, i));
        List<Optional<ItemPart>> parts = all(select, ItemSteps.QUERIES, deadline, i -> steps.query(id, i, deadline));
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

    private static ThreadPoolExecutor pool(String name, int threads) {
        AtomicInteger number = new AtomicInteger();
        return new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(QUEUE),
                task -> new Thread(task, name + "-" + number.incrementAndGet()));
    }

    @Override
    public void close() {
        business.shutdownNow();
        common.shutdownNow();
        select.shutdownNow();
    }
}
