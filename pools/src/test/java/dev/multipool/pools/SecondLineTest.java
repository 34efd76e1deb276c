package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pools do when something other than the ordinary happens: nothing is lost, and nobody waits for ever. */
class SecondLineTest {

    private static final Duration LONG = Duration.ofSeconds(5);

    private final ManualClock clock = new ManualClock();
    private final List<MeasuredPool> pools = new ArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    private MeasuredPool pool(String spec) {
        MeasuredPool pool = Pools.create(PoolConfig.parse("p", spec), clock);
        pools.add(pool);
        return pool;
    }

    @AfterEach
    void stopPools() {
        release.countDown();
        pools.forEach(pool -> pool.stop(Duration.ZERO));
    }

    private static <T extends @Nullable Object> T soon(PoolCall<T> call) throws Exception {
        return call.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    private static void assertServesOn(MeasuredPool pool, int threads) throws Exception {
        List<BlockedTask> busy = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            BlockedTask task = new BlockedTask();
            pool.execute(task);
            assertThat(task.running.await(5, TimeUnit.SECONDS)).isTrue();
            busy.add(task);
        }
        assertThat(pool.snapshot().state().threads()).isEqualTo(threads);
        busy.forEach(BlockedTask::release);
    }

    @Test
    void taskThatThrowsWhatCannotBePrinted_costsNoThread() throws Exception {
        MeasuredPool pool = pool("fixed:threads=2,queue=10");

        for (int i = 0; i < 2; i++) {
            pool.execute((Runnable) () -> {
                throw new UnprintableException();
            });
        }

        assertThat(soon(pool.submit(() -> 42))).isEqualTo(42);
        assertServesOn(pool, 2);
        assertThat(pool.stop(LONG)).isTrue();
        assertThat(pool.snapshot().failures()).isEqualTo(2);
        assertThat(pool.snapshot().state().active()).isZero();
    }

    @Test
    void taskWithoutAnOutcome_countsAsAFailureAndCostsNoThread() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");

        pool.execute((PoolTask) new RecordingTask() {
            @Override
            @SuppressWarnings("NullAway") // what it must not do
            public TaskOutcome outcome() {
                return null;
            }
        });

        assertThat(soon(pool.submit(() -> 42))).isEqualTo(42);
        assertThat(pool.stop(LONG)).isTrue();
        assertThat(pool.snapshot().failures()).isEqualTo(1);
    }

    @Test
    void get_ofWorkThatThrewWhatCannotBePrinted_hasItAsItsCause() {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        PoolCall<Integer> call = pool.submit(() -> {
            throw new UnprintableException();
        });

        assertThatThrownBy(() -> soon(call)).isInstanceOf(ExecutionException.class);
        assertThatThrownBy(call::get).satisfies(e -> assertThat(e.getCause() instanceof UnprintableException)
                .isTrue());
    }

    @Test
    void join_withASubtaskThatThrowsWhatCannotBePrinted_endsAtOnce() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        Callable<Integer> unprintable = () -> {
            throw new UnprintableException();
        };

        List<SubtaskResult<Integer>> results =
                FanOut.on(pool).joinAll(List.of(unprintable, () -> 2), Duration.ofMinutes(1));

        assertThat(results.get(0).failure() instanceof UnprintableException).isTrue();
        assertThat(results.get(1).value()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cached:core=0,max=4", "eager:core=1,max=4,queue=10", "fixed:threads=10,queue=10"})
    void taskThatComesDuringAContinuation_getsAnotherThread(String spec) throws Exception {
        MeasuredPool pool = pool(spec);
        CountDownLatch telling = new CountDownLatch(1);
        pool.execute((PoolTask) new RecordingTask() {
            @Override
            public void left() {
                telling.countDown();
                awaitRelease();
            }
        });
        telling.await();

        assertThat(soon(pool.submit(() -> 42))).isEqualTo(42);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cached:core=0,max=4", "eager:core=1,max=4,queue=10", "fixed:threads=10,queue=10"})
    void continuationThatWaitsForItsOwnPool_isServed(String spec) throws Exception {
        MeasuredPool pool = pool(spec);
        CountDownLatch attached = new CountDownLatch(1);
        Callable<Integer> subtask = () -> {
            attached.await();
            return 1;
        };

        CompletableFuture<Integer> sum = FanOut.on(pool)
                .compose(List.of(subtask), LONG)
                .thenApply(ones -> {
                    try {
                        return ones.get(0) + soon(pool.submit(() -> 41));
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
        attached.countDown();

        assertThat(sum.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(42);
    }

    @Test
    void taskThatIsTold_isNotOverBeforeItsThreadIsFree() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        CountDownLatch telling = new CountDownLatch(1);
        pool.execute((PoolTask) new RecordingTask() {
            @Override
            public void left() {
                telling.countDown();
                awaitRelease();
            }
        });
        telling.await();

        assertThat(pool.snapshot().completions()).isEqualTo(1);
        assertThat(pool.snapshot().inFlight()).isZero();
        clock.advance(Duration.ofMillis(7));
        assertThat(pool.snapshot().times().busyNanos()).isEqualTo(7_000_000);
        assertThat(pool.stop(Duration.ofMillis(20))).isFalse();
        release.countDown();
        assertThat(pool.stop(LONG)).isTrue();
        assertThat(pool.snapshot().serviceTimeNanos().sum()).isEqualTo(7_000_000);
    }

    @Test
    void continuation_doesNotSeeTheDeadlineOfItsTask() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        MeasuredPool other = pool("fixed:threads=1,queue=10");
        CompletableFuture<List<Integer>> joined = new CompletableFuture<>();

        pool.execute((PoolTask) new RecordingTask(clock.nanoTime() + 1_000_000) {
            @Override
            public void left() {
                clock.advance(Duration.ofMillis(2));
                try {
                    joined.complete(FanOut.on(other).join(List.<Callable<Integer>>of(() -> 42), LONG));
                } catch (InterruptedException | JoinException e) {
                    joined.completeExceptionally(e);
                }
            }
        });

        assertThat(joined.get(LONG.toSeconds(), TimeUnit.SECONDS)).containsExactly(42);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed:threads=1,queue=10", "direct:threads=1"})
    void continuation_doesNotSeeTheInterruptOfItsTask(String spec) throws Exception {
        CompletableFuture<Boolean> seen = new CompletableFuture<>();

        pool(spec).execute((PoolTask) new RecordingTask() {
            @Override
            public synchronized void run() {
                Thread.currentThread().interrupt();
            }

            @Override
            public void left() {
                seen.complete(Thread.currentThread().isInterrupted());
            }
        });
        Thread.interrupted();

        assertThat(seen.get(LONG.toSeconds(), TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void join_whenTheThirdSubtaskCannotBeSubmitted_cancelsTheFirstTwo() throws Exception {
        MeasuredPool pool = pool("fixed:threads=2,queue=10");
        List<BlockedTask> running = List.of(new BlockedTask(), new BlockedTask());
        AtomicInteger submitted = new AtomicInteger();
        MeasuredPool decorated = Pools.decorate(pool, (to, task) -> {
            if (submitted.incrementAndGet() == 3) {
                try {
                    running.get(0).running.await();
                    running.get(1).running.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                throw new IllegalStateException("expected by the test");
            }
            return task;
        });

        assertThatThrownBy(() -> FanOut.on(decorated)
                        .join(
                                List.of(blocked(running.get(0)), blocked(running.get(1)), blocked(new BlockedTask())),
                                LONG))
                .hasMessage("expected by the test");

        for (BlockedTask task : running) {
            assertThat(task.ended.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(task.interrupted).isTrue();
        }
    }

    private static Callable<Integer> blocked(BlockedTask task) {
        return () -> {
            task.run();
            return 1;
        };
    }

    @Test
    void futureThatExpiresInTheQueue_isCancelled() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10,queueTimeout=2ms");
        BlockedTask busy = BlockedTask.occupy(pool);
        FutureTask<Integer> late = new FutureTask<>(() -> 1);
        pool.execute(late);

        clock.advance(Duration.ofMillis(3));
        busy.release();
        soon(pool.submit(() -> 2));

        assertThat(late.isCancelled()).isTrue();
    }

    @Test
    void futureThatIsDropped_isCancelled() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        BlockedTask.occupy(pool);
        FutureTask<Integer> dropped = new FutureTask<>(() -> 1);
        FutureTask<Integer> decorated = new FutureTask<>(() -> 1);
        pool.execute(dropped);
        Pools.decorate(pool, (to, task) -> new DecoratedTask(task) {}).execute(decorated);

        pool.stop(Duration.ZERO);

        assertThat(dropped.isCancelled()).isTrue();
        assertThat(decorated.isCancelled()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed:threads=1,queue=10", "fixed:threads=1,queue=10,order=adaptive-lifo"})
    void callThatIsCancelledInTheQueue_givesItsPlaceBack(String spec) throws Exception {
        MeasuredPool pool = pool(spec);
        MeasuredPool decorated = Pools.decorate(pool, (to, task) -> new DecoratedTask(task) {});
        BlockedTask busy = BlockedTask.occupy(pool);
        List<PoolCall<Integer>> kept = new ArrayList<>();

        for (int round = 0; round < 100; round++) {
            List<PoolCall<Integer>> calls = new ArrayList<>();
            for (int i = kept.size(); i < 10; i++) {
                calls.add((i % 2 == 0 ? pool : decorated).submit(() -> 1));
            }
            if (round % 20 == 0) {
                kept.add(calls.remove(0));
            }
            calls.forEach(call -> assertThat(call.cancel(true)).isTrue());
        }

        assertThat(pool.snapshot().queueDepth()).isEqualTo(kept.size());
        busy.release();
        for (PoolCall<Integer> call : kept) {
            assertThat(soon(call)).isEqualTo(1);
        }
        assertThat(pool.stop(LONG)).isTrue();
        TaskCounts counts = pool.snapshot().counts();
        assertThat(counts.completions()).isEqualTo(1 + kept.size());
        assertThat(counts.ended()).isEqualTo(counts.arrivals());
    }

    @Test
    void snapshot_afterGet_hasTheCompletion() throws Exception {
        MeasuredPool pool = pool("fixed:threads=2,queue=10");

        for (int i = 1; i <= 500; i++) {
            soon(pool.submit(() -> 1));

            assertThat(pool.snapshot().completions()).isEqualTo(i);
        }
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck") // what must not be inherited
    void thread_takesNothingAfterTheSubmitter() throws Exception {
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        CompletableFuture<String> seen = new CompletableFuture<>();
        Thread submitter = new Thread(() -> {
            inherited.set("the submitter's");
            pool.execute(() -> {
                Thread thread = Thread.currentThread();
                seen.complete(thread.isDaemon() + " " + thread.getPriority() + " " + inherited.get());
            });
        });
        submitter.setDaemon(true);
        submitter.setPriority(Thread.MIN_PRIORITY);
        submitter.start();

        assertThat(seen.get(5, TimeUnit.SECONDS)).isEqualTo("false 5 null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed:threads=1", "direct:threads=1"})
    @SuppressWarnings("NullAway") // what must not be done
    void stop_withoutADrainTime_throwsAndChangesNothing(String spec) throws Exception {
        MeasuredPool pool = pool(spec);

        assertThatThrownBy(() -> pool.stop(null)).isInstanceOf(NullPointerException.class);

        assertThat(soon(pool.submit(() -> 42))).isEqualTo(42);
        assertThat(pool.stop(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
    }

    @Test
    void stop_ofADirectPool_interruptsNobodyWhoHasLeft() throws Exception {
        MeasuredPool pool = pool("direct:threads=1");
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Boolean> interruptedInside = new CompletableFuture<>();
        CompletableFuture<Boolean> interruptedOutside = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            pool.execute(() -> {
                running.countDown();
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
                interruptedInside.complete(true);
            });
            interruptedOutside.complete(Thread.currentThread().isInterrupted());
        });
        caller.start();
        running.await();

        pool.stop(Duration.ZERO);

        assertThat(interruptedInside.get(5, TimeUnit.SECONDS)).isTrue();
        assertThat(interruptedOutside.get(5, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void stop_whenADroppedTaskNeverReturnsFromBeingTold_returns() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");
        BlockedTask busy = BlockedTask.occupy(pool);
        pool.execute((PoolTask) new RecordingTask() {
            @Override
            public synchronized void notRun(NotRunReason reason) {
                awaitRelease();
            }
        });

        CompletableFuture<Boolean> stopped = CompletableFuture.supplyAsync(() -> pool.stop(Duration.ZERO));

        assertThat(stopped.get(5, TimeUnit.SECONDS)).isFalse();
        assertThat(busy.ended.await(5, TimeUnit.SECONDS)).isTrue();
        release.countDown();
        assertThat(pool.stop(LONG)).isTrue();
    }

    private void awaitRelease() {
        boolean released = false;
        while (!released) {
            try {
                release.await();
                released = true;
            } catch (InterruptedException e) {
                // goes on waiting: the worst kind of task
            }
        }
    }
}
