package dev.multipool.pools.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import dev.multipool.pools.BlockedTask;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.ManualClock;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolCall;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.Pools;
import dev.multipool.pools.RecordingTask;
import dev.multipool.pools.RejectReason;
import dev.multipool.pools.Rejections;
import dev.multipool.pools.TaskCounts;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerPoolTest {

    private static final Duration LONG = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();

    private MeasuredPool pool(String spec) {
        return Pools.create(PoolConfig.parse("business", spec), clock);
    }

    @Test
    void execute_runsOnAThreadNamedAfterThePool() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=2,queue=1")) {
            CompletableFuture<String> name = new CompletableFuture<>();

            pool.execute(() -> name.complete(Thread.currentThread().getName()));

            assertThat(name.get()).isEqualTo("business-1");
        }
    }

    @Test
    void execute_whenQueueIsFull_rejectsWithThePoolsNumbers() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=1,queue=2")) {
            BlockedTask busy = BlockedTask.occupy(pool);
            RecordingTask queued = new RecordingTask();
            pool.execute(queued);
            pool.execute(new RecordingTask());

            PoolRejectedException e =
                    catchThrowableOfType(PoolRejectedException.class, () -> pool.execute(new RecordingTask()));

            assertThat(e).hasMessage("pool business: queue full (1 of 1 threads busy, 2 of 2 queued)");
            assertThat(e.reason()).isEqualTo(RejectReason.QUEUE_FULL);
            assertThat(e.inFlight()).isEqualTo(3);
            assertThat(e.capacity()).isEqualTo(3);
            assertThat(e.queueDepth()).isEqualTo(2);
            assertThat(e.getStackTrace()).isEmpty();
            assertThat(pool.snapshot().rejections(RejectReason.QUEUE_FULL)).isEqualTo(1);
            busy.release();
            queued.done.await();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, 17, 100})
    void executeAll_wakesThreadsForEveryTask(int tasks) throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=100,queue=100")) {
            // the first batch starts the threads, the second one finds them parked
            for (int batch = 0; batch < 2; batch++) {
                CyclicBarrier meeting = new CyclicBarrier(tasks + 1);
                Callable<Integer> meet = () -> meeting.await(LONG.toMillis(), TimeUnit.MILLISECONDS);

                pool.executeAll(Stream.generate(() -> new FutureTask<>(meet))
                        .limit(tasks)
                        .toList());

                assertThat(meet.call()).isNotNegative();
            }
        }
    }

    @Test
    void executeAll_ofTasksThatCanNotBeHadAll_runsThoseBefore() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=1,queue=9")) {
            RecordingTask first = new RecordingTask();
            Iterator<Runnable> tasks =
                    Stream.of(1, 2).map(n -> n == 1 ? first : broken()).iterator();

            assertThatThrownBy(() -> pool.executeAll(() -> tasks)).hasMessage("expected by the test");

            assertThat(first.done.await(LONG.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        }
    }

    private static Runnable broken() {
        throw new IllegalStateException("expected by the test");
    }

    @Test
    void execute_withoutQueueWhenBusy_rejects() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=1")) {
            BlockedTask busy = BlockedTask.occupy(pool);

            assertThatThrownBy(() -> pool.execute(() -> {}))
                    .hasMessage("pool business: pool full (1 of 1 threads busy, no queue)");

            busy.release();
        }
    }

    @Test
    void execute_ofATaskThatExpiresInTheQueue_tellsItAndDoesNotRunIt() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=1,queue=10")) {
            BlockedTask busy = BlockedTask.occupy(pool);
            RecordingTask late = new RecordingTask(clock.nanoTime() + 1_000_000);
            RecordingTask inTime = new RecordingTask(clock.nanoTime() + 9_000_000);
            pool.execute(late);
            pool.execute(inTime);

            clock.advance(Duration.ofMillis(5));
            busy.release();
            inTime.done.await();

            assertThat(late.told()).containsExactly("EXPIRED");
            assertThat(inTime.told()).containsExactly("run");
            assertThat(pool.snapshot().rejections(RejectReason.QUEUE_EXPIRED)).isEqualTo(1);
        }
    }

    @Test
    void execute_ofATaskQueuedLongerThanTheQueueTimeout_tellsIt() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=1,queue=10,queueTimeout=2ms")) {
            BlockedTask busy = BlockedTask.occupy(pool);
            RecordingTask late = new RecordingTask();
            pool.execute(late);

            clock.advance(Duration.ofMillis(3));
            busy.release();
            late.done.await();

            assertThat(late.told()).containsExactly("EXPIRED");
        }
    }

    @Test
    void execute_ofATaskCancelledInTheQueue_tellsIt() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=1,queue=10")) {
            BlockedTask busy = BlockedTask.occupy(pool);
            RecordingTask task = new RecordingTask();
            pool.execute(task);

            task.cancelled = true;
            busy.release();
            task.done.await();

            assertThat(task.told()).containsExactly("CANCELLED");
        }
    }

    @Test
    void submit_givesAFutureOfWhateverBecomesOfTheWork() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        BlockedTask busy = BlockedTask.occupy(pool);
        PoolCall<Integer> late = pool.submit(() -> 1, Duration.ofMillis(2));
        PoolCall<Integer> cancelled = pool.submit(() -> 2);
        PoolCall<Integer> failed = pool.submit(() -> {
            throw new IllegalStateException("expected by the test");
        });
        PoolCall<Integer> done = pool.submit(() -> 4, Duration.ofMillis(50));

        clock.advance(Duration.ofMillis(3));
        cancelled.cancel(true);
        busy.release();

        assertThat(done.get()).isEqualTo(4);
        assertThatThrownBy(late::get).hasRootCauseMessage("pool business: task not run (expired in the queue)");
        assertThatThrownBy(failed::get).hasRootCauseMessage("expected by the test");
        assertThat(cancelled).isCancelled();
        assertThat(pool.stop(LONG)).isTrue();
        assertThat(pool.snapshot().counts()).isEqualTo(new TaskCounts(5, 2, 1, 1, 0, new Rejections(0, 0, 1, 0)));
    }

    /** One caller per thread, each of which submits its next task when it hears of the end of its last one. */
    @Test
    void submit_byAsManyCallersAsThreads_isNeverRejectedWithoutAQueue() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=2")) {
            Callable<Integer> caller = () -> {
                int answers = 0;
                while (answers < 5_000) {
                    answers += pool.submit(() -> 1).get();
                }
                return answers;
            };
            List<CompletableFuture<Integer>> callers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                callers.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return caller.call();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                }));
            }

            for (CompletableFuture<Integer> ended : callers) {
                assertThat(ended.get()).isEqualTo(5_000);
            }
            assertThat(pool.snapshot().rejections(RejectReason.POOL_FULL)).isZero();
        }
    }

    @Test
    void left_isToldOnceAfterRun_whenThePlaceIsFree() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=1")) {
            CompletableFuture<String> second = new CompletableFuture<>();

            pool.execute(new RecordingTask() {
                @Override
                public void left() {
                    pool.execute(() -> second.complete(told().toString()));
                }
            });

            assertThat(second.get()).isEqualTo("[run]");
        }
    }

    @Test
    void submit_cancelledWhileItRuns_interruptsItAndNoOther() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=1,queue=10")) {
            BlockedTask running = new BlockedTask();
            PoolCall<Integer> call = pool.submit(() -> {
                running.run();
                return 1;
            });
            running.running.await();

            call.cancel(true);
            PoolCall<Boolean> next = pool.submit(() -> Thread.currentThread().isInterrupted());

            assertThat(next.get()).isFalse();
            assertThat(running.interrupted).isTrue();
        }
    }

    @Test
    void stop_withinTheDrainTime_runsWhatIsQueued() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        BlockedTask busy = BlockedTask.occupy(pool);
        RecordingTask queued = new RecordingTask();
        pool.execute(queued);

        CompletableFuture<Boolean> stopped = CompletableFuture.supplyAsync(() -> pool.stop(LONG));
        busy.release();

        assertThat(stopped.get()).isTrue();
        assertThat(queued.told()).containsExactly("run");
        assertThat(pool.isTerminated()).isTrue();
        LedgerSnapshot snapshot = pool.snapshot();
        assertThat(snapshot.completions()).isEqualTo(2);
        assertThat(snapshot.inFlight()).isZero();
        assertThat(snapshot.state().threads()).isZero();
    }

    @Test
    void stop_afterTheDrainTime_dropsWhatIsQueuedAndInterruptsWhatRuns() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        BlockedTask busy = BlockedTask.occupy(pool);
        RecordingTask queued = new RecordingTask();
        pool.execute(queued);

        pool.stop(Duration.ZERO);

        assertThat(queued.told()).containsExactly("DROPPED");
        busy.ended.await();
        assertThat(busy.interrupted).isTrue();
        assertThat(pool.stop(LONG)).isTrue();
        assertThat(pool.snapshot().counts().dropped()).isEqualTo(1);
        assertThatThrownBy(() -> pool.execute(() -> {}))
                .hasMessage("pool business: shut down (0 of 1 threads busy, 0 of 10 queued)");
    }

    @Test
    void execute_ofATaskThatThrows_countsAFailureAndKeepsTheThread() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        CompletableFuture<String> name = new CompletableFuture<>();

        pool.execute((Runnable) () -> {
            throw new AssertionError("expected by the test");
        });
        pool.execute(() -> name.complete(Thread.currentThread().getName()));

        assertThat(name.get()).isEqualTo("business-1");
        assertThat(pool.stop(LONG)).isTrue();
        assertThat(pool.snapshot().failures()).isEqualTo(1);
        assertThat(pool.snapshot().counts().ended())
                .isEqualTo(pool.snapshot().arrivals())
                .isEqualTo(2);
    }

    @Test
    void execute_inSteadyState_allocatesNothingOnTheSubmittersThread() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (MeasuredPool pool = pool("fixed:threads=1,queue=100")) {
            Semaphore room = new Semaphore(50);
            Runnable task = room::release;
            submit(pool, task, room, 10_000);

            long before = threads.getCurrentThreadAllocatedBytes();
            submit(pool, task, room, 10_000);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;

            // an object for each task would be 160,000 bytes
            assertThat(allocated).isLessThan(40_000);
        }
    }

    private static void submit(MeasuredPool pool, Runnable task, Semaphore room, int tasks) {
        for (int i = 0; i < tasks; i++) {
            while (!room.tryAcquire()) {
                Thread.onSpinWait();
            }
            pool.execute(task);
        }
    }

    @Test
    void snapshot_splitsThreadTimeIntoBusyAndIdle() throws Exception {
        try (MeasuredPool pool = pool("fixed:threads=1,queue=10")) {
            BlockedTask first = BlockedTask.occupy(pool);
            RecordingTask second = new RecordingTask();
            pool.execute(second);
            clock.advance(Duration.ofMillis(30));

            LedgerSnapshot running = pool.snapshot();
            first.release();
            second.done.await();
            pool.stop(LONG);
            LedgerSnapshot ended = pool.snapshot();

            assertThat(running.state().active()).isEqualTo(1);
            assertThat(running.queueDepth()).isEqualTo(1);
            assertThat(running.times().busyNanos()).isEqualTo(30_000_000);
            assertThat(running.utilization()).isEqualTo(1.0);
            assertThat(running.tasks().concurrencyNanos()).isEqualTo(60_000_000);
            assertThat(ended.serviceTimeNanos().sum()).isEqualTo(30_000_000);
            assertThat(ended.queueTimeNanos().sum()).isEqualTo(30_000_000);
            assertThat(ended.since(running).completions()).isEqualTo(2);
            assertThat(ended.since(running).times().busyNanos()).isZero();
        }
    }
}
