package dev.multipool.pools.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.pools.BlockedTask;
import dev.multipool.pools.DecoratedTask;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolTask;
import dev.multipool.pools.Pools;
import dev.multipool.pools.RecordingTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link ExecutorService}, as its Javadoc has it, kept by each kind of pool and by decorated ones. */
class PoolExecutorServiceTest {

    private static final String FIXED = "fixed:threads=2,queue=20";
    private static final String EAGER = "eager:core=0,max=2,queue=20";
    private static final String CACHED = "cached:core=0,max=20";
    private static final String DIRECT = "direct:threads=2";
    private static final int SOON_SECONDS = 5;

    private final List<MeasuredPool> pools = new ArrayList<>();

    private MeasuredPool pool(String spec) {
        MeasuredPool pool = Pools.create(PoolConfig.parse("p", spec));
        pools.add(pool);
        return pool;
    }

    private ExecutorService service(String spec) {
        return pool(spec).asExecutorService();
    }

    @AfterEach
    void stopPools() {
        pools.forEach(pool -> pool.stop(Duration.ZERO));
    }

    private static Callable<String> failing() {
        return () -> {
            throw new IllegalStateException("expected by the test");
        };
    }

    private static Callable<String> blocked(BlockedTask task) {
        return () -> {
            task.run();
            return "released";
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED, EAGER, CACHED, DIRECT})
    void submit_givesTheResultTheGivenOneOrTheFailure(String spec) throws Exception {
        ExecutorService service = service(spec);
        AtomicInteger ran = new AtomicInteger();

        assertThat(service.submit(() -> "a").get()).isEqualTo("a");
        assertThat(service.submit(ran::incrementAndGet, "b").get()).isEqualTo("b");
        assertThat(service.submit((Runnable) ran::incrementAndGet).get()).isNull();
        assertThatThrownBy(() -> service.submit(failing()).get())
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("expected by the test");
        assertThat(ran).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED, DIRECT})
    @SuppressWarnings("NullAway") // what must not be done
    void nullTasks_areRefused(String spec) {
        ExecutorService service = service(spec);

        assertThatThrownBy(() -> service.execute(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> service.submit((Runnable) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> service.submit((Callable<String>) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> service.invokeAll(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> service.invokeAny(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> service.invokeAll(Arrays.asList(() -> "a", null)))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> service.invokeAny(Arrays.asList(null, () -> "a")))
                .isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED, EAGER, CACHED, DIRECT})
    void invokeAll_returnsFuturesInOrder_allDone(String spec) throws Exception {
        ExecutorService service = service(spec);

        List<Future<String>> futures = service.invokeAll(List.of(() -> "a", failing(), () -> "c"));

        assertThat(futures).allSatisfy(future -> assertThat(future.isDone()).isTrue());
        assertThat(futures.get(0).get()).isEqualTo("a");
        assertThatThrownBy(() -> futures.get(1).get()).hasRootCauseMessage("expected by the test");
        assertThat(futures.get(2).get()).isEqualTo("c");
        assertThat(service.<String>invokeAll(List.of())).isEmpty();
    }

    @Test
    void invokeAll_whenTheTimeIsOver_hasCancelledTheRest() throws Exception {
        ExecutorService service = service("fixed:threads=1,queue=20");
        BlockedTask running = new BlockedTask();

        List<Future<String>> futures =
                service.invokeAll(List.of(() -> "a", blocked(running), () -> "c"), 200, TimeUnit.MILLISECONDS);

        assertThat(futures).allSatisfy(future -> assertThat(future.isDone()).isTrue());
        assertThat(futures.get(2).isCancelled()).isTrue();
        assertThat(running.isOver() || running.ended.await(SOON_SECONDS, TimeUnit.SECONDS))
                .isTrue();
    }

    @Test
    void invokeAll_thatIsRejectedHalfway_hasCancelledTheRest() throws Exception {
        ExecutorService service = service("fixed:threads=1,queue=1");
        BlockedTask running = new BlockedTask();

        assertThatThrownBy(() -> service.invokeAll(List.of(blocked(running), () -> "b", () -> "c")))
                .isInstanceOf(RejectedExecutionException.class);

        service.shutdown();
        assertThat(service.awaitTermination(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED, EAGER, CACHED, DIRECT})
    void invokeAny_returnsOneThatSucceeds(String spec) throws Exception {
        ExecutorService service = service(spec);

        assertThat(service.invokeAny(List.of(failing(), () -> "b"))).isEqualTo("b");
        assertThat(service.invokeAny(List.of(failing(), () -> "b"), SOON_SECONDS, TimeUnit.SECONDS))
                .isEqualTo("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED, DIRECT})
    void invokeAny_ofNothingOrFailuresOnly_throws(String spec) {
        ExecutorService service = service(spec);

        assertThatThrownBy(() -> service.invokeAny(List.<Callable<String>>of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> service.invokeAny(List.of(failing(), failing())))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("expected by the test");
    }

    @Test
    void invokeAny_whenTheTimeIsOver_hasCancelledAll() throws Exception {
        ExecutorService service = service("fixed:threads=1,queue=20");
        BlockedTask running = new BlockedTask();

        assertThatThrownBy(() -> service.invokeAny(List.of(blocked(running)), 200, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);

        assertThat(running.isOver() || running.ended.await(SOON_SECONDS, TimeUnit.SECONDS))
                .isTrue();
    }

    @Test
    void cancelledFuture_interruptsItsTask_andIsNotRunWhenQueued() throws Exception {
        ExecutorService service = service("fixed:threads=1,queue=20");
        BlockedTask running = new BlockedTask();
        Future<String> first = service.submit(blocked(running));
        AtomicInteger ran = new AtomicInteger();
        Future<Integer> queued = service.submit(ran::incrementAndGet);
        running.running.await();

        assertThat(queued.cancel(false)).isTrue();
        assertThat(first.cancel(true)).isTrue();

        assertThat(running.ended.await(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(running.interrupted).isTrue();
        assertThat(service.submit(() -> "next").get()).isEqualTo("next");
        assertThat(ran).hasValue(0);
    }

    @Test
    void shutdown_rejectsNewTasks_andRunsQueuedOnes() throws Exception {
        ExecutorService service = service("fixed:threads=1,queue=20");
        BlockedTask running = new BlockedTask();
        service.execute(running);
        Future<String> queued = service.submit(() -> "queued");

        service.shutdown();
        service.shutdown();

        assertThat(service.isShutdown()).isTrue();
        assertThat(service.isTerminated()).isFalse();
        assertThatThrownBy(() -> service.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThat(service.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
        running.release();
        assertThat(service.awaitTermination(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(service.isTerminated()).isTrue();
        assertThat(queued.get()).isEqualTo("queued");
        assertThat(running.interrupted).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED, EAGER, CACHED, DIRECT})
    void shutdown_ofAnIdleService_terminatesIt(String spec) throws Exception {
        ExecutorService service = service(spec);
        service.submit(() -> "a").get();
        assertThat(service.isShutdown()).isFalse();

        service.shutdown();

        assertThat(service.awaitTermination(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(service.shutdownNow()).isEmpty();
    }

    @Test
    void shutdownNow_interruptsWhatRuns_andReturnsWhatWaitedInOrder() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=20");
        ExecutorService service = pool.asExecutorService();
        BlockedTask running = BlockedTask.occupy(pool);
        Runnable plain = () -> {};
        service.execute(plain);
        Future<String> future = service.submit(() -> "queued");

        List<Runnable> waited = service.shutdownNow();

        assertThat(waited).hasSize(2).startsWith(plain);
        assertThat(waited.get(1)).isSameAs(future);
        assertThat(service.awaitTermination(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(running.interrupted).isTrue();
        assertThat(future.isDone()).isFalse();
        waited.forEach(Runnable::run);
        assertThat(future.get()).isEqualTo("queued");
        assertThat(pool.snapshot().counts().dropped()).isEqualTo(2);
        assertThat(pool.snapshot().inFlight()).isZero();
    }

    @Test
    void shutdownNow_ofADecoratedPool_returnsTheTasksAsTheyWereSubmitted() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=20");
        List<NotRunReason> told = new ArrayList<>();
        ExecutorService service = Pools.decorate(pool, (to, task) -> new DecoratedTask(task) {
                    @Override
                    public void notRun(NotRunReason reason) {
                        told.add(reason);
                        super.notRun(reason);
                    }
                })
                .asExecutorService();
        BlockedTask.occupy(pool);
        Runnable plain = () -> {};
        service.execute(plain);

        assertThat(service.shutdownNow()).containsExactly(plain);

        assertThat(told).containsExactly(NotRunReason.DROPPED);
    }

    @Test
    void shutdownNow_tellsTasksThatWantToKnow_andReturnsTheOthersOnly() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=20");
        BlockedTask.occupy(pool);
        RecordingTask task = new RecordingTask();
        pool.execute((PoolTask) task);

        assertThat(pool.asExecutorService().shutdownNow()).isEmpty();

        assertThat(task.told()).containsExactly("DROPPED");
    }

    @Test
    void awaitTermination_isInterruptible() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=20");
        BlockedTask.occupy(pool);
        CountDownLatch waiting = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            waiting.countDown();
            try {
                pool.asExecutorService().awaitTermination(1, TimeUnit.MINUTES);
                interrupted.complete(false);
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
        });
        waiter.start();
        waiting.await();

        waiter.interrupt();

        assertThat(interrupted.get(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void rejection_isTheJdks_withThePoolsNumbers() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1");
        BlockedTask.occupy(pool);

        assertThatThrownBy(() -> pool.asExecutorService().submit(() -> "a"))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("pool p: pool full (1 of 1 threads busy, no queue)");
    }
}
