package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private static Starvation awaitStarvation(StarvationDetector detector) {
        Optional<Starvation> found = detector.check();
        while (found.isEmpty()) {
            Thread.onSpinWait();
            found = detector.check();
        }
        return found.get();
    }

    @Test
    void check_ofAPoolThatWaitsForItself_reportsTheChain() throws Exception {
        MeasuredPool common = Pools.create(PoolConfig.parse("common", "fixed:threads=2,queue=8"));
        StarvationDetector detector = new StarvationDetector(List.of(common));
        twoParents(common, common, new CyclicBarrier(2), LONG);

        Starvation starvation = awaitStarvation(detector);

        assertThat(starvation).hasToString("starved: all 2 threads of common wait for common (2 queued)");
        common.stop(Duration.ZERO);
        assertThat(common.stop(LONG)).isTrue();
    }

    @Test
    void check_ofTwoPoolsThatWaitForEachOther_reportsBoth() throws Exception {
        MeasuredPool common = Pools.create(PoolConfig.parse("common", "fixed:threads=2,queue=8"));
        MeasuredPool select = Pools.create(PoolConfig.parse("select", "fixed:threads=2,queue=8"));
        StarvationDetector detector = new StarvationDetector(List.of(common, select));
        CyclicBarrier allBegun = new CyclicBarrier(4);
        twoParents(common, select, allBegun, LONG);
        twoParents(select, common, allBegun, LONG);

        Starvation starvation = awaitStarvation(detector);

        assertThat(starvation)
                .hasToString("starved: all 2 threads of common wait for select (2 queued); "
                        + "all 2 threads of select wait for common (2 queued)");
        common.stop(Duration.ZERO);
        select.stop(Duration.ZERO);
    }

    @Test
    void check_ofPoolsWithAFreeThread_reportsNothing() throws Exception {
        MeasuredPool common = Pools.create(PoolConfig.parse("common", "fixed:threads=2,queue=8"));
        MeasuredPool select = Pools.create(PoolConfig.parse("select", "fixed:threads=1,queue=8"));
        BlockedTask busy = BlockedTask.occupy(select);
        StarvationDetector detector = new StarvationDetector(List.of(common, select));
        List<CompletableFuture<Object>> parents = twoParents(common, select, new CyclicBarrier(2), LONG);
        while (((WorkerPool) common).joinWaits().size() < 2) {
            Thread.onSpinWait();
        }

        detector.check();
        Optional<Starvation> found = detector.check();

        assertThat(found).isEmpty();
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
