package dev.multipool.pools.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.pools.BlockedTask;
import dev.multipool.pools.DecoratedTask;
import dev.multipool.pools.FanOut;
import dev.multipool.pools.JoinException;
import dev.multipool.pools.ManualClock;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolCall;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolListener;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.PoolTask;
import dev.multipool.pools.Pools;
import dev.multipool.pools.RecordingTask;
import dev.multipool.pools.TaskDecorator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecoratedPoolTest {

    private static final Duration LONG = Duration.ofSeconds(5);

    private final ManualClock clock = new ManualClock();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final TaskDecorator decorator = new TaskDecorator() {
        @Override
        public Runnable decorate(MeasuredPool pool, Runnable task) {
            String submitter = Thread.currentThread().getName();
            return new DecoratedTask(task) {
                @Override
                public void run() {
                    heard.add("for " + submitter);
                    super.run();
                    heard.add("outcome " + outcome());
                }
            };
        }

        @Override
        public void rejected(Runnable decorated, PoolRejectedException reason) {
            heard.add("rejected "
                    + ((DecoratedTask) decorated).task().getClass().getSimpleName() + " " + reason.reason());
        }
    };
    private MeasuredPool plain = Pools.create(PoolConfig.parse("p", "direct:threads=2"), clock);

    private MeasuredPool pool(String spec) {
        plain = Pools.create(PoolConfig.parse("p", spec), clock);
        return Pools.decorate(plain, decorator);
    }

    @AfterEach
    void stop() {
        plain.stop(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed:threads=1,queue=1", "direct:threads=1"})
    void decoratedPool_putsTheDecorationAroundEachTask(String spec) throws Exception {
        MeasuredPool pool = pool(spec);

        assertThat(pool.submit(() -> 42).get()).isEqualTo(42);

        // a task's result is there before its end is counted
        assertThat(pool.stop(LONG)).isTrue();
        assertThat(heard).containsExactly("for " + Thread.currentThread().getName(), "outcome COMPLETED");
        assertThat(pool.snapshot().completions()).isEqualTo(1);
        assertThat(pool.config()).isEqualTo(plain.config());
    }

    @Test
    void join_onADecoratedPool_endsAsOnThePoolItself() throws Exception {
        FanOut fanOut = FanOut.on(pool("fixed:threads=1,queue=9"));
        Callable<Integer> broken = () -> {
            throw new IllegalStateException("broken");
        };

        assertThat(fanOut.join(List.<Callable<Integer>>of(() -> 1, () -> 2), LONG))
                .containsExactly(1, 2);
        assertThatThrownBy(() -> fanOut.join(List.of(broken), LONG))
                .isInstanceOf(JoinException.class)
                .hasCauseInstanceOf(IllegalStateException.class);

        assertThat(plain.stop(LONG)).isTrue();
        assertThat(heard).endsWith("outcome FAILED");
    }

    @Test
    void failure_afterRun_isWhatTheWorkThrew() {
        IllegalStateException thrown = new IllegalStateException("broken");
        PoolCall<Integer> call = new PoolCall<>(
                "p",
                () -> {
                    throw thrown;
                },
                PoolTask.NO_DEADLINE) {};

        call.run();

        assertThat(call.failure()).isSameAs(thrown);
        assertThat(call.isDone()).isFalse();
    }

    @Test
    void decorator_hearsOfARejection_beforeTheSubmitter() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=0");
        BlockedTask busy = BlockedTask.occupy(pool);

        assertThatThrownBy(() -> pool.execute((PoolTask) new RecordingTask()))
                .isInstanceOf(PoolRejectedException.class);

        assertThat(heard).endsWith("rejected RecordingTask POOL_FULL");
        busy.release();
    }

    @Test
    void executeAll_decoratesEachTask_andTellsOfTheOneThatIsRejected() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=1");
        RecordingTask first = new RecordingTask();
        RecordingTask second = new RecordingTask();
        BlockedTask busy = BlockedTask.occupy(pool);

        assertThatThrownBy(() -> pool.executeAll(List.of(first, second, new RecordingTask())))
                .isInstanceOf(PoolRejectedException.class);

        assertThat(heard).endsWith("rejected RecordingTask QUEUE_FULL");
        busy.release();
        assertThat(plain.stop(LONG)).isTrue();
        assertThat(first.told()).containsExactly("run");
        assertThat(second.told()).isEmpty();
        assertThat(plain.snapshot().counts().arrivals()).isEqualTo(3);
    }

    @Test
    void taskInside_keepsItsDeadline_itsCancellation_andHearsThatItIsNotRun() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=2");
        BlockedTask busy = BlockedTask.occupy(pool);
        RecordingTask late = new RecordingTask(clock.nanoTime() + 1);
        RecordingTask cancelled = new RecordingTask();
        cancelled.cancelled = true;
        pool.execute((PoolTask) late);
        pool.execute((PoolTask) cancelled);

        clock.advance(Duration.ofMillis(1));
        busy.release();

        late.done.await();
        cancelled.done.await();
        assertThat(late.told()).containsExactly("EXPIRED");
        assertThat(cancelled.told()).containsExactly("CANCELLED");
    }

    @Test
    void slowTask_isToldAsTheOneThatWasSubmitted() {
        List<Runnable> slow = new CopyOnWriteArrayList<>();
        plain = Pools.create(PoolConfig.parse("p", "direct:threads=1,slowTask=1ms"), clock, new PoolListener() {
            @Override
            public void slow(String poolName, Runnable task, long queueTimeNanos, long serviceTimeNanos) {
                slow.add(task);
            }
        });
        Runnable task = () -> clock.advance(Duration.ofMillis(2));

        Pools.decorate(plain, decorator).execute(task);

        assertThat(slow).containsExactly(task);
    }

    @Test
    void cancel_ofACallThatWaitsForItsOwnPool_endsIt() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=5");
        PoolCall<List<Integer>> outer =
                pool.submit(() -> FanOut.on(pool).join(List.<Callable<Integer>>of(() -> 1), LONG));

        while (pool.snapshot().queueDepth() == 0) {
            Thread.onSpinWait();
        }

        assertThat(outer.cancel(true)).isTrue();
    }

    private static MeasuredPool decorated(MeasuredPool pool, UnaryOperator<Runnable> decorator) {
        return Pools.decorate(pool, (to, task) -> decorator.apply(task));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed:threads=1,queue=9", "direct:threads=1"})
    void decoratorThatReturnsAPlainRunnable_leavesNoFutureUndone(String spec) throws Exception {
        plain = Pools.create(PoolConfig.parse("p", spec), clock);
        MeasuredPool pool = decorated(plain, task -> () -> {
            heard.add("around");
            task.run();
        });
        IllegalStateException thrown = new IllegalStateException("expected by the test");
        PoolCall<Integer> failing = pool.submit(() -> {
            throw thrown;
        });

        assertThat(pool.submit(() -> 42).get(5, TimeUnit.SECONDS)).isEqualTo(42);

        assertThatThrownBy(() -> failing.get(5, TimeUnit.SECONDS)).hasCause(thrown);
        assertThat(plain.stop(LONG)).isTrue();
        assertThat(heard).containsExactly("around", "around");
        assertThat(plain.snapshot().failures()).isEqualTo(1);
    }

    @Test
    void decoratorThatReturnsAPlainRunnable_keepsDeadlineAndCancellation() throws Exception {
        plain = Pools.create(PoolConfig.parse("p", "fixed:threads=1,queue=9"), clock);
        MeasuredPool pool = decorated(plain, task -> () -> task.run());
        BlockedTask busy = BlockedTask.occupy(plain);
        RecordingTask late = new RecordingTask(clock.nanoTime() + 1);
        RecordingTask cancelled = new RecordingTask();
        cancelled.cancelled = true;
        pool.execute((PoolTask) late);
        pool.execute((PoolTask) cancelled);

        clock.advance(Duration.ofMillis(1));
        busy.release();

        assertThat(plain.stop(LONG)).isTrue();
        assertThat(late.told()).containsExactly("EXPIRED");
        assertThat(cancelled.told()).containsExactly("CANCELLED");
    }

    static Stream<UnaryOperator<Runnable>> decoratorsThatSkip() {
        return Stream.of(
                task -> () -> {},
                task -> () -> {
                    throw new IllegalStateException("expected by the test");
                },
                task -> new DecoratedTask(task) {
                    @Override
                    public void run() {
                        throw new OutOfMemoryError("expected by the test");
                    }
                },
                task -> new DecoratedTask(task) {
                    @Override
                    public void run() {}

                    @Override
                    public void left() {
                        throw new IllegalStateException("expected by the test");
                    }
                },
                task -> new FutureTask<>(() -> {}, 1));
    }

    @ParameterizedTest
    @MethodSource("decoratorsThatSkip")
    void decoratorThatDoesNotRunTheTask_leavesNoFutureUndone(UnaryOperator<Runnable> skip) {
        plain = Pools.create(PoolConfig.parse("p", "fixed:threads=1,queue=9"), clock);
        PoolCall<Integer> call = decorated(plain, skip).submit(() -> 1);

        assertThatThrownBy(() -> call.get(5, TimeUnit.SECONDS))
                .hasRootCauseMessage("pool p: task not run (what decorates it did not run it)");

        assertThat(plain.stop(LONG)).isTrue();
        assertThat(plain.snapshot().failures()).isEqualTo(1);
    }

    @Test
    void decoratorThatRunsTheTaskTwice_runsItOnce() throws Exception {
        plain = Pools.create(PoolConfig.parse("p", "fixed:threads=1,queue=9"), clock);
        RecordingTask task = new RecordingTask();

        decorated(plain, given -> () -> {
                    given.run();
                    given.run();
                })
                .execute((PoolTask) task);

        assertThat(plain.stop(LONG)).isTrue();
        assertThat(task.told()).containsExactly("run");
    }
}
