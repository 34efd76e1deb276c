package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.multipool.pools.JoinException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;

class FanOutTest {

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(200);

    private final MeasuredPool common = Pools.create(PoolConfig.parse("common", "fixed:threads=2,queue=8"));
    private final MeasuredPool select = Pools.create(PoolConfig.parse("select", "fixed:threads=2,queue=8"));

    @AfterEach
    void stopPools() {
        common.stop(LONG);
        select.stop(LONG);
    }

    private static List<Callable<Integer>> numbers(int n) {
        return IntStream.range(0, n).<Callable<Integer>>mapToObj(i -> () -> i).toList();
    }

    private static <T> Callable<T> blocked(BlockedTask task, T result) {
        return () -> {
            task.run();
            return result;
        };
    }

    @Test
    void join_returnsTheResultsInOrder() throws Exception {
        assertThat(FanOut.on(common).join(numbers(5), LONG)).containsExactly(0, 1, 2, 3, 4);
        assertThat(FanOut.on(common).join(numbers(0), LONG)).isEmpty();
    }

    @Test
    void join_nested_goesFromPoolToPool() throws Exception {
        Callable<List<Integer>> outer = () -> FanOut.on(select).join(numbers(3), LONG);

        List<List<Integer>> results = FanOut.on(common).join(List.of(outer, outer), LONG);

        assertThat(results).containsExactly(List.of(0, 1, 2), List.of(0, 1, 2));
        common.stop(LONG);
        assertThat(common.snapshot().times().joinWaitNanos()).isPositive();
    }

    @Test
    void join_whenASubtaskFails_cancelsTheRestAndSaysWhich() throws Exception {
        BlockedTask running = new BlockedTask();
        Callable<Integer> failing = () -> {
            running.running.await();
            throw new IllegalStateException("expected by the test");
        };

        JoinException e = catchThrowableOfType(JoinException.class, () -> FanOut.on(common)
                .join(List.of(blocked(running, 1), failing, () -> 3), LONG));

        assertThat(e.reason()).isEqualTo(Reason.SUBTASK_FAILED);
        assertThat(e.subtask()).isEqualTo(1);
        assertThat(e).hasMessageStartingWith("join on pool common: subtask 1 failed");
        assertThat(e.getCause()).hasMessage("expected by the test");
        running.ended.await();
        assertThat(running.interrupted).isTrue();
    }

    @Test
    void join_whenASubtaskIsRejected_failsAtOnce() throws Exception {
        MeasuredPool narrow = Pools.create(PoolConfig.parse("narrow", "fixed:threads=1"));
        BlockedTask running = new BlockedTask();

        JoinException e = catchThrowableOfType(
                JoinException.class, () -> FanOut.on(narrow).join(List.of(blocked(running, 1), () -> 2), LONG));

        assertThat(e.reason()).isEqualTo(Reason.REJECTED);
        assertThat(e.subtask()).isEqualTo(1);
        assertThat(e.getCause()).isInstanceOf(PoolRejectedException.class);
        assertThat(narrow.stop(LONG)).isTrue();
    }

    @Test
    void join_atItsDeadline_cancelsWhatIsNotDone() throws Exception {
        BlockedTask running = new BlockedTask();

        JoinException e = catchThrowableOfType(
                JoinException.class, () -> FanOut.on(common).join(List.of(blocked(running, 1), () -> 2), SHORT));

        assertThat(e.reason()).isEqualTo(Reason.TIMED_OUT);
        assertThat(e.fanOut()).isEqualTo(2);
        assertThat(common.stop(LONG)).isTrue();
        assertThat(common.snapshot().counts().cancelled()).isPositive();
    }

    @Test
    void join_insideATask_hasNoMoreTimeThanTheTask() throws Exception {
        BlockedTask never = new BlockedTask();
        Callable<Integer> outer = () -> FanOut.on(select)
                .join(List.of(blocked(never, 1)), LONG.multipliedBy(10))
                .get(0);

        assertThatThrownBy(() -> FanOut.on(common).join(List.of(outer), SHORT)).isInstanceOf(JoinException.class);

        assertThat(common.stop(LONG) && select.stop(LONG)).isTrue();
        assertThat(never.isOver()).isTrue();
    }

    @Test
    void join_whenInterrupted_cancelsTheSubtasksAndPropagates() throws Exception {
        BlockedTask running = new BlockedTask();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                FanOut.on(common).join(List.of(blocked(running, 1)), LONG);
            } catch (Throwable e) {
                thrown.complete(e);
            }
        });
        waiter.start();
        running.running.await();

        waiter.interrupt();

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        running.ended.await();
        assertThat(running.interrupted).isTrue();
    }

    @Test
    void join_whenThePoolIsStopped_isToldThatItsSubtasksWereDropped() throws Exception {
        BlockedTask first = BlockedTask.occupy(common);
        BlockedTask second = BlockedTask.occupy(common);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        CountDownLatch submitted = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                FanOut.on(common)
                        .compose(numbers(2), LONG)
                        .whenComplete((results, e) -> {
                            if (e != null) {
                                thrown.complete(e);
                            }
                        })
                        .isDone();
            } finally {
                submitted.countDown();
            }
        });
        waiter.start();
        submitted.await();

        common.stop(Duration.ZERO);

        assertThat(thrown.get()).isInstanceOf(JoinException.class).hasRootCauseInstanceOf(TaskNotRunException.class);
        first.ended.await();
        second.ended.await();
    }

    @Test
    void joinAll_returnsFailuresBesideResults() throws Exception {
        IllegalStateException failure = new IllegalStateException("expected by the test");
        Callable<Integer> failing = () -> {
            throw failure;
        };

        List<SubtaskResult<Integer>> results = List.of();
        // a slow machine gets more time for the two that end; the third never does
        for (Duration timeout = SHORT; timeout.compareTo(LONG) < 0; timeout = timeout.multipliedBy(5)) {
            results = FanOut.on(common).joinAll(List.of(() -> 1, failing, blocked(new BlockedTask(), 3)), timeout);
            if (results.get(0).isSuccess() && results.get(1).failure() == failure) {
                break;
            }
        }

        assertThat(results.get(0)).isEqualTo(new SubtaskResult<@Nullable Integer>(1, null));
        assertThat(results.get(1).failure()).isSameAs(failure);
        assertThat(results.get(2).failure()).isInstanceOf(TimeoutException.class);
    }

    @Test
    void compose_completesWithoutABlockedThread() throws Exception {
        CompletableFuture<List<Integer>> future = FanOut.on(common).compose(numbers(4), LONG);

        assertThat(future.get(10, TimeUnit.SECONDS)).containsExactly(0, 1, 2, 3);
        assertThat(FanOut.on(common).compose(numbers(0), LONG)).isCompletedWithValue(List.of());
    }

    @Test
    void compose_atItsDeadline_failsAndCancels() throws Exception {
        BlockedTask never = new BlockedTask();

        CompletableFuture<List<Integer>> future = FanOut.on(common).compose(List.of(blocked(never, 1)), SHORT);

        ExecutionException e = catchThrowableOfType(ExecutionException.class, future::get);
        assertThat(e.getCause()).hasMessage("join on pool common: timed out (0 of 1 subtasks finished)");
        assertThat(common.stop(LONG)).isTrue();
        assertThat(never.isOver()).isTrue();
    }

    @Test
    void compose_whenCancelled_cancelsTheSubtasks() throws Exception {
        BlockedTask never = new BlockedTask();
        CompletableFuture<List<Integer>> future = FanOut.on(common).compose(List.of(blocked(never, 1)), LONG);
        never.running.await();

        future.cancel(true);

        never.ended.await();
        assertThat(never.interrupted).isTrue();
    }

    @Test
    void compose_whenASubtaskFailsOrIsRejected_failsWithTheSubtask() {
        common.stop(LONG);

        assertThat(FanOut.on(common).compose(numbers(1), LONG))
                .failsWithin(LONG)
                .withThrowableThat()
                .withMessageContaining("subtask 0 rejected (0 of 1 subtasks finished)");
    }

    @Test
    @EnabledForJreRange(minVersion = 21)
    void join_onVirtualThreads_isTheSame() throws Exception {
        try (MeasuredPool virtual = Pools.create(PoolConfig.parse("virtual", "virtual:threads=2,queue=8"))) {
            assertThat(FanOut.on(virtual).join(numbers(8), LONG)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        }
    }
}
