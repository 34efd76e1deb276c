package dev.multipool.pools.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.BlockedTask;
import dev.multipool.pools.FanOut;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolListener;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.PoolTask;
import dev.multipool.pools.Pools;
import dev.multipool.pools.RejectReason;
import dev.multipool.pools.TaskCounts;
import dev.multipool.pools.TaskDecorator;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.pools.UnprintableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every place where a pool calls code that isn't its own, times everything bad that such code can do. Afterwards nothing
 * is in flight, both threads serve, each accepted task has got its one answer, and the pool stops.
 */
class HostileCallbacksTest {

    private static final int THREADS = 2;
    private static final long SLOW_NANOS = 5_000_000;
    private static final int SOON_MILLIS = 20_000;

    /** Where somebody else's code is called. */
    private enum Place {
        TASK_RUN,
        TASK_OUTCOME,
        TASK_DEADLINE,
        TASK_CANCELLED,
        TASK_LEFT,
        TASK_NOT_RUN,
        CONTINUATION,
        DECORATE,
        DECORATED_RUN,
        DECORATOR_REJECTED,
        LISTENER_REJECTED,
        LISTENER_NOT_RUN,
        LISTENER_ENDED,
        LISTENER_SLOW,
        LISTENER_RESIZED,
        CLOCK,
        THREAD_FACTORY
    }

    /** What it does. */
    private enum Fault {
        RUNTIME_EXCEPTION,
        ERROR,
        OUT_OF_MEMORY,
        STACK_OVERFLOW,
        UNPRINTABLE,
        THREAD_DEATH,
        NULL,
        CALLS_BACK,
        SLOW,
        NEVER_RETURNS
    }

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger strikesLeft = new AtomicInteger();
    private final List<HostileTask> accepted = new CopyOnWriteArrayList<>();
    private final List<BlockedTask> busy = List.of(new BlockedTask(), new BlockedTask());
    private final Thread tester = Thread.currentThread();
    private Place place = Place.TASK_RUN;
    private Fault fault = Fault.RUNTIME_EXCEPTION;
    private @Nullable MeasuredPool pool;
    private volatile @Nullable Thread stuckThread;

    static Stream<Arguments> everything() {
        return Arrays.stream(Place.values())
                .flatMap(place -> Arrays.stream(Fault.values()).map(fault -> Arguments.of(place, fault)));
    }

    @AfterEach
    void releaseAll() {
        release.countDown();
        busy.forEach(BlockedTask::release);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("everything")
    void pool_whoseCallbackMisbehaves_losesNothing(Place hostilePlace, Fault itsFault) throws Exception {
        place = hostilePlace;
        fault = itsFault;
        boolean stuck = fault == Fault.NEVER_RETURNS;
        MeasuredPool plain = new WorkerPool(
                PoolConfig.parse("p", "fixed:threads=" + THREADS + ",queue=4,slowTask=1us"),
                this::now,
                new HostileListener(),
                threads());
        pool = plain;

        Thread driver = new Thread(() -> drive(plain), "driver");
        driver.setDaemon(true);
        driver.start();
        assertThat(soon(() -> !driver.isAlive() || stuckThread == driver)).isTrue();
        busy.forEach(BlockedTask::release);

        assertThat(soon(() -> plain.snapshot().queueDepth() <= (stuck ? 1 : 0))).isTrue();
        assertThat(plain.submit(() -> 42).get(SOON_MILLIS, TimeUnit.MILLISECONDS))
                .isEqualTo(42);
        assertThat(soon(() -> plain.snapshot().inFlight() <= (stuck ? 1 : 0))).isTrue();
        occupyAll(plain, stuck ? THREADS - 1 : THREADS);
        if (!stuck) {
            assertThat(accepted).allSatisfy(task -> assertThat(task.answers).hasValue(1));
        }

        long before = System.nanoTime();
        boolean stopped = plain.stop(Duration.ofMillis(stuck ? 10 : SOON_MILLIS));

        assertThat(System.nanoTime() - before).isLessThan(TimeUnit.MILLISECONDS.toNanos(SOON_MILLIS));
        release.countDown();
        assertThat(stopped || (stuck && plain.stop(Duration.ofMillis(SOON_MILLIS))))
                .isTrue();
        TaskCounts counts = plain.snapshot().counts();
        assertThat(counts.arrivals()).isEqualTo(counts.ended());
        assertThat(plain.snapshot().state().threads()).isZero();
    }

    /** Makes the pool call everything once or twice. */
    private void drive(MeasuredPool plain) {
        MeasuredPool decorated = Pools.decorate(plain, new HostileDecorator());
        if (place == Place.THREAD_FACTORY) {
            strikesLeft.set(strikes());
        }
        for (BlockedTask task : busy) {
            plain.execute(task);
        }
        for (BlockedTask task : busy) {
            awaitLatch(task.running);
        }
        if (place != Place.THREAD_FACTORY) {
            strikesLeft.set(strikes());
        }
        offer(decorated, new HostileTask(PoolTask.NO_DEADLINE));
        offer(plain, new HostileTask(System.nanoTime() - 1));
        offer(plain, new HostileTask(PoolTask.NO_DEADLINE));
        offer(decorated, new HostileTask(System.nanoTime() - 1));
        offer(decorated, new HostileTask(PoolTask.NO_DEADLINE));
        busy.forEach(BlockedTask::release);
        // a task that never says when its deadline is has not begun
        soon(() -> plain.snapshot().queueDepth() <= (fault == Fault.NEVER_RETURNS ? 1 : 0));
        plain.resize(THREADS, THREADS, 5);
        plain.resize(THREADS, THREADS, 4);
        var unused = FanOut.on(plain)
                .compose(List.<Callable<Integer>>of(() -> 1), Duration.ofSeconds(5))
                .thenApply(ones -> at(Place.CONTINUATION, ones));
    }

    private int strikes() {
        return fault == Fault.NEVER_RETURNS ? 1 : THREADS;
    }

    private void offer(MeasuredPool to, HostileTask task) {
        accepted.add(task);
        try {
            to.execute((PoolTask) task);
        } catch (Throwable e) {
            // its answer
            accepted.remove(task);
        }
    }

    private static void occupyAll(MeasuredPool pool, int threads) throws InterruptedException {
        List<BlockedTask> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tasks.add(new BlockedTask());
            pool.execute(tasks.get(i));
        }
        for (BlockedTask task : tasks) {
            assertThat(task.running.await(SOON_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        }
        tasks.forEach(BlockedTask::release);
    }

    private static boolean soon(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SOON_MILLIS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(200_000);
        }
        return true;
    }

    private ThreadFactory threads() {
        ThreadFactory real = PoolThreads.platform("p");
        return task -> at(Place.THREAD_FACTORY, real.newThread(task));
    }

    private long now() {
        // the test looks at the clock too, and must not be struck
        return Thread.currentThread() == tester ? System.nanoTime() : at(Place.CLOCK, System.nanoTime());
    }

    /** What the code at this place returns, if it returns. */
    @SuppressWarnings("NullAway") // what it must not return
    private <T> T at(Place here, T normal) {
        if (here != place || strikesLeft.getAndDecrement() <= 0) {
            return normal;
        }
        strike();
        return fault == Fault.NULL ? null : normal;
    }

    @SuppressWarnings("removal") // of ThreadDeath, which an old library may still throw
    private void strike() {
        switch (fault) {
            case RUNTIME_EXCEPTION -> throw new IllegalStateException("expected by the test");
            case ERROR -> throw new NoClassDefFoundError("expected by the test");
            case OUT_OF_MEMORY -> throw new OutOfMemoryError("expected by the test");
            case STACK_OVERFLOW -> overflow(0);
            case UNPRINTABLE -> throw new UnprintableException();
            case THREAD_DEATH -> throw new ThreadDeath();
            case CALLS_BACK -> callBack();
            case SLOW -> LockSupport.parkNanos(SLOW_NANOS);
            case NEVER_RETURNS -> {
                stuckThread = Thread.currentThread();
                awaitLatch(release);
            }
            case NULL -> {}
        }
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }

    private void callBack() {
        MeasuredPool self = pool;
        if (self != null) {
            self.snapshot();
            self.resize(THREADS, THREADS, 4);
            try {
                var unused = self.submit(() -> 1);
            } catch (PoolRejectedException e) {
                // full at that moment
            }
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        boolean open = false;
        while (!open) {
            try {
                latch.await();
                open = true;
            } catch (InterruptedException e) {
                // does not even heed that
            }
        }
    }

    private final class HostileTask implements PoolTask {

        final AtomicInteger answers = new AtomicInteger();
        private final long deadlineNanos;

        HostileTask(long deadlineNanos) {
            this.deadlineNanos = deadlineNanos;
        }

        @Override
        public void run() {
            answers.incrementAndGet();
            at(Place.TASK_RUN, this);
        }

        @Override
        public void notRun(NotRunReason reason) {
            answers.incrementAndGet();
            at(Place.TASK_NOT_RUN, this);
        }

        @Override
        public void left() {
            at(Place.TASK_LEFT, this);
        }

        @Override
        public TaskOutcome outcome() {
            return at(Place.TASK_OUTCOME, TaskOutcome.COMPLETED);
        }

        @Override
        public long deadlineNanos() {
            return at(Place.TASK_DEADLINE, deadlineNanos);
        }

        @Override
        public boolean isCancelled() {
            return at(Place.TASK_CANCELLED, false);
        }
    }

    private final class HostileDecorator implements TaskDecorator {

        @Override
        public Runnable decorate(MeasuredPool to, Runnable task) {
            return at(Place.DECORATE, () -> {
                at(Place.DECORATED_RUN, task);
                task.run();
            });
        }

        @Override
        public void rejected(Runnable decorated, PoolRejectedException reason) {
            at(Place.DECORATOR_REJECTED, decorated);
        }
    }

    private final class HostileListener implements PoolListener {

        @Override
        public void rejected(String poolName, RejectReason reason) {
            at(Place.LISTENER_REJECTED, reason);
        }

        @Override
        public void notRun(String poolName, NotRunReason reason, long queueTimeNanos) {
            at(Place.LISTENER_NOT_RUN, reason);
        }

        @Override
        public void ended(String poolName, TaskOutcome outcome, long queueTimeNanos, long serviceTimeNanos) {
            at(Place.LISTENER_ENDED, outcome);
        }

        @Override
        public void slow(String poolName, Runnable task, long queueTimeNanos, long serviceTimeNanos) {
            at(Place.LISTENER_SLOW, task);
        }

        @Override
        public void resized(PoolConfig before, PoolConfig after) {
            at(Place.LISTENER_RESIZED, after);
        }
    }
}
