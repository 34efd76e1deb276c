package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The nested-pool deadlock: really produced on the JDK's executor, then what is different here. */
class NestedPoolDeadlockTest {

    private static final Duration LONG = Duration.ofSeconds(10);

    @Test
    void threadPoolExecutor_whoseTasksWaitForTasksOfTheSamePool_deadlocks() throws Exception {
        List<Thread> threads = new ArrayList<>();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    threads.add(new Thread(task));
                    return threads.get(threads.size() - 1);
                });
        CyclicBarrier bothRun = new CyclicBarrier(2);
        Runnable parent = () -> {
            try {
                bothRun.await();
                CountDownLatch children = new CountDownLatch(1);
                pool.execute(children::countDown);
                children.await();
            } catch (Exception e) {
                Thread.currentThread().interrupt();
            }
        };

        pool.execute(parent);
        pool.execute(parent);

        while (pool.getQueue().size() < 2 || !threads.stream().allMatch(t -> t.getState() == State.WAITING)) {
            Thread.onSpinWait();
        }
        assertThat(pool.getCompletedTaskCount()).isZero();
        assertThat(pool.getActiveCount()).isEqualTo(2);
        assertThat(pool.shutdownNow()).hasSize(2);
        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Two tasks that both wait for a subtask on the pool {@code other}, once both have begun. */
    private static List<CompletableFuture<Object>> twoParents(
            MeasuredPool pool, MeasuredPool other, CyclicBarrier begun, Duration timeout) {
        List<CompletableFuture<Object>> results = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            CompletableFuture<Object> result = new CompletableFuture<>();
            Callable<Integer> child = () -> 1;
            pool.execute(() -> {
                try {
                    begun.await();
                    result.complete(FanOut.on(other).join(List.of(child), timeout));
                } catch (Exception e) {
                    result.complete(e);
                }
            });
            results.add(result);
        }
        return results;
    }

    private static void awaitQueued(MeasuredPool pool, int tasks) {
        while (pool.snapshot().queueDepth() < tasks) {
            Thread.onSpinWait();
        }
    }

    @Test
    void stop_ofAPoolThatWaitsForItself_endsItsWaits() throws Exception {
        MeasuredPool common = Pools.create(PoolConfig.parse("common", "fixed:threads=2,queue=8"));
        twoParents(common, common, new CyclicBarrier(2), LONG);
        awaitQueued(common, 2);

        common.stop(Duration.ZERO);

        assertThat(common.stop(LONG)).isTrue();
    }

    @Test
    void stop_ofTwoPoolsThatWaitForEachOther_endsTheirWaits() throws Exception {
        MeasuredPool common = Pools.create(PoolConfig.parse("common", "fixed:threads=2,queue=8"));
        MeasuredPool select = Pools.create(PoolConfig.parse("select", "fixed:threads=2,queue=8"));
        CyclicBarrier allBegun = new CyclicBarrier(4);
        twoParents(common, select, allBegun, LONG);
        twoParents(select, common, allBegun, LONG);
        awaitQueued(common, 2);
        awaitQueued(select, 2);

        common.stop(Duration.ZERO);
        select.stop(Duration.ZERO);

        assertThat(common.stop(LONG) && select.stop(LONG)).isTrue();
    }

    @Test
    void join_onAPoolThatIsBusyForAWhile_returnsWhenItHasAFreeThread() throws Exception {
        MeasuredPool common = Pools.create(PoolConfig.parse("common", "fixed:threads=2,queue=8"));
        MeasuredPool select = Pools.create(PoolConfig.parse("select", "fixed:threads=1,queue=8"));
        BlockedTask busy = BlockedTask.occupy(select);
        List<CompletableFuture<Object>> parents = twoParents(common, select, new CyclicBarrier(2), LONG);
        awaitQueued(select, 2);

        busy.release();

        assertThat(parents).allSatisfy(parent -> assertThat(parent.get()).isEqualTo(List.of(1)));
        assertThat(common.stop(LONG) && select.stop(LONG)).isTrue();
    }

    @Test
    void join_inAPoolThatWaitsForItself_endsAtItsDeadline() throws Exception {
        try (MeasuredPool common = Pools.create(PoolConfig.parse("common", "fixed:threads=2,queue=8"))) {
            List<CompletableFuture<Object>> parents =
                    twoParents(common, common, new CyclicBarrier(2), Duration.ofMillis(20));

            assertThat(parents.stream().map(CompletableFuture::join))
                    .anySatisfy(result -> assertThat(result).isInstanceOf(JoinException.class));
        }
    }
}
