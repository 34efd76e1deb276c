package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class PoolKindsTest {

    private static final Duration LONG = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();

    private MeasuredPool pool(String spec) {
        return Pools.create(PoolConfig.parse("p", spec), clock);
    }

    private static List<BlockedTask> occupy(MeasuredPool pool, int threads) throws InterruptedException {
        List<BlockedTask> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tasks.add(BlockedTask.occupy(pool));
        }
        return tasks;
    }

    @Test
    void cached_growsToMaxAndThenRejects() throws Exception {
        try (MeasuredPool pool = pool("cached:core=1,max=3")) {
            List<BlockedTask> busy = occupy(pool, 3);

            assertThat(pool.snapshot().state().threads()).isEqualTo(3);
            assertThatThrownBy(() -> pool.execute(() -> {}))
                    .hasMessage("pool p: pool full (3 of 3 threads busy, no queue)");
            busy.forEach(BlockedTask::release);
        }
    }

    @Test
    void cached_afterTheKeepAlive_keepsItsCoreOnly() throws Exception {
        try (MeasuredPool pool = pool("cached:core=1,max=3,keepAlive=1ms")) {
            occupy(pool, 3).forEach(BlockedTask::release);

            while (pool.snapshot().state().threads() > 1) {
                clock.advance(Duration.ofMillis(1));
                Thread.onSpinWait();
            }

            CompletableFuture<Boolean> ran = new CompletableFuture<>();
            pool.execute(() -> ran.complete(true));
            assertThat(ran.get()).isTrue();
        }
    }

    @Test
    void eager_growsToMaxBeforeAnythingWaits() throws Exception {
        try (MeasuredPool pool = pool("eager:core=1,max=3,queue=2")) {
            List<BlockedTask> busy = occupy(pool, 3);
            pool.execute(() -> {});
            pool.execute(() -> {});

            assertThat(pool.snapshot().queueDepth()).isEqualTo(2);
            assertThatThrownBy(() -> pool.execute(() -> {}))
                    .hasMessage("pool p: queue full (3 of 3 threads busy, 2 of 2 queued)");
            busy.forEach(BlockedTask::release);
        }
    }

    /** A client counts twice at most: its task that is about to leave and its next one. */
    @Test
    void eager_whenThreadsComeAndGo_neverRejectsWithinItsBound() throws Exception {
        try (MeasuredPool pool = Pools.create(PoolConfig.parse("p", "eager:core=0,max=2,queue=2,keepAlive=1us"))) {
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                clients.add(CompletableFuture.runAsync(() -> callOneAfterTheOther(pool, 2_000)));
            }

            clients.forEach(CompletableFuture::join);

            assertThat(pool.snapshot().counts().rejections().total()).isZero();
        }
    }

    private static void callOneAfterTheOther(MeasuredPool pool, int calls) {
        for (int i = 0; i < calls; i++) {
            CompletableFuture<Boolean> ran = new CompletableFuture<>();
            pool.execute(() -> ran.complete(true));
            ran.join();
        }
    }

    @Test
    void direct_runsOnTheCallersThreadAndBoundsTheCallers() throws Exception {
        try (MeasuredPool pool = pool("direct:threads=1")) {
            List<Thread> ranOn = new ArrayList<>();
            List<PoolRejectedException> rejected = new ArrayList<>();

            pool.execute(() -> {
                ranOn.add(Thread.currentThread());
                try {
                    pool.execute(() -> {});
                } catch (PoolRejectedException e) {
                    rejected.add(e);
                }
            });

            assertThat(ranOn).containsExactly(Thread.currentThread());
            assertThat(rejected).singleElement().satisfies(e -> assertThat(e.reason())
                    .isEqualTo(RejectReason.POOL_FULL));
            assertThat(pool.snapshot().completions()).isEqualTo(1);
        }
    }

    @Test
    @EnabledForJreRange(minVersion = 21)
    void virtual_runsBehindItsLimit() throws Exception {
        MeasuredPool pool = pool("virtual:threads=2,queue=1");
        List<BlockedTask> busy = occupy(pool, 2);
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        pool.execute(() -> thread.complete(Thread.currentThread()));

        assertThatThrownBy(() -> pool.execute(() -> {}))
                .hasMessage("pool p: queue full (2 of 2 threads busy, 1 of 1 queued)");
        busy.forEach(BlockedTask::release);

        assertThat(thread.get().toString()).startsWith("VirtualThread[");
        assertThat(thread.get().getName()).startsWith("p-");
        assertThat(pool.stop(LONG)).isTrue();
        assertThat(pool.snapshot().completions()).isEqualTo(3);
        assertThat(pool.snapshot().usefulUtilization()).isNaN();
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void virtual_onAnOlderJdk_isAClearError() {
        assertThatThrownBy(() -> pool("virtual:threads=2"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("pool p: kind virtual needs JDK 21 or newer");
    }

    @Test
    void resize_growing_givesQueuedTasksTheNewThreadsAtOnce() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=1,queue=10")) {
            List<BlockedTask> busy = occupy(pool, 1);
            BlockedTask queued = new BlockedTask();
            pool.execute(queued);

            pool.resize(2, 2, 10);

            queued.running.await();
            assertThat(pool.config().spec()).isEqualTo("fixed:threads=2,queue=10");
            queued.release();
            busy.forEach(BlockedTask::release);
        }
    }

    @Test
    void resize_shrinking_keepsAcceptedTasksAndLetsSurplusThreadsGo() throws Exception {
        MeasuredPool pool = pool("fixed:threads=3,queue=4");
        List<BlockedTask> busy = occupy(pool, 3);
        List<RecordingTask> queued = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            queued.add(new RecordingTask());
            pool.execute(queued.get(i));
        }

        pool.resize(1, 1, 0);
        assertThatThrownBy(() -> pool.execute(() -> {})).hasMessageContaining("pool full (1 of 1 threads busy");
        busy.forEach(BlockedTask::release);
        for (RecordingTask task : queued) {
            task.done.await();
        }

        assertThat(queued).allSatisfy(task -> assertThat(task.told()).containsExactly("run"));
        while (pool.snapshot().state().threads() > 1) {
            Thread.onSpinWait();
        }
        assertThat(pool.stop(LONG)).isTrue();
    }

    @Test
    void resize_ofManyIdleThreads_losesNone() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=200,queue=10")) {
            List<BlockedTask> busy = occupy(pool, 200);
            busy.forEach(BlockedTask::release);

            for (int i = 0; i < 200; i++) {
                pool.resize(200, 200, 10 + i % 2);
            }

            assertThat(pool.snapshot().state().threads()).isEqualTo(200);
        }
    }

    @Test
    void resize_toBoundsThatTheKindForbids_changesNothing() {
        try (MeasuredPool pool = pool("fixed:threads=3,queue=4")) {
            assertThatThrownBy(() -> pool.resize(1, 2, 4)).isInstanceOf(IllegalArgumentException.class);

            assertThat(pool.config().spec()).isEqualTo("fixed:threads=3,queue=4");
        }
    }
}
