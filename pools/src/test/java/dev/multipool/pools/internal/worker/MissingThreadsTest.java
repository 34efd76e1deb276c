package dev.multipool.pools.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.BlockedTask;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolCall;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolListener;
import dev.multipool.pools.PoolTask;
import dev.multipool.pools.RecordingTask;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pool does when the machine has no thread for it. */
class MissingThreadsTest {

    private static final Duration LONG = Duration.ofSeconds(5);

    private final AtomicInteger failuresLeft = new AtomicInteger();
    private final ThreadFactory real = PoolThreads.platform("p");
    private final ThreadFactory threads = task -> {
        if (failuresLeft.getAndDecrement() > 0) {
            return new Thread(task) {
                @Override
                public synchronized void start() {
                    throw new OutOfMemoryError("unable to create native thread (expected by the test)");
                }
            };
        }
        return real.newThread(task);
    };

    private final MeasuredPool pool = new WorkerPool(
            PoolConfig.parse("p", "fixed:threads=2,queue=10"), NanoClock.system(), PoolListener.NONE, threads);

    @AfterEach
    void stopPool() {
        failuresLeft.set(0);
        pool.stop(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void task_whoseThreadDoesNotStart_getsOneLaterByItself(int failures) throws Exception {
        failuresLeft.set(failures);

        PoolCall<Integer> call = pool.submit(() -> 42);

        assertThat(call.get(5, TimeUnit.SECONDS)).isEqualTo(42);
        assertThat(pool.stop(LONG)).isTrue();
    }

    @Test
    void task_whoseThreadDoesNotStart_whileAnotherIsBusy_getsOneLaterByItself() throws Exception {
        BlockedTask busy = BlockedTask.occupy(pool);
        failuresLeft.set(1);

        PoolCall<Integer> call = pool.submit(() -> 42);

        assertThat(call.get(5, TimeUnit.SECONDS)).isEqualTo(42);
        assertThat(pool.snapshot().state().threads()).isEqualTo(2);
        busy.release();
    }

    @Test
    void task_whoseDeadlinePasses_whileNoThreadStarts_isToldThen_andTheOthersWaitOn() throws Exception {
        failuresLeft.set(Integer.MAX_VALUE);
        RecordingTask hurried =
                new RecordingTask(System.nanoTime() + Duration.ofMillis(50).toNanos());
        RecordingTask patient = new RecordingTask();
        pool.execute((PoolTask) patient);
        pool.execute((PoolTask) hurried);
        PoolCall<Integer> future = pool.submit(() -> 42);

        assertThat(hurried.done.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(hurried.told()).containsExactly("EXPIRED");
        assertThat(patient.told()).isEmpty();
        assertThat(pool.snapshot().inFlight()).isEqualTo(2);

        failuresLeft.set(0);
        assertThat(future.get(5, TimeUnit.SECONDS)).isEqualTo(42);
        assertThat(patient.done.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(patient.told()).containsExactly("run");
        assertThat(pool.snapshot().counts().rejections().queueExpired()).isEqualTo(1);
    }

    @Test
    void stop_whileNoThreadStarts_dropsWhatWaits() {
        failuresLeft.set(Integer.MAX_VALUE);
        RecordingTask task = new RecordingTask();
        pool.execute((PoolTask) task);

        pool.stop(Duration.ofMillis(50));

        assertThat(pool.stop(LONG)).isTrue();
        assertThat(task.told()).containsExactly("DROPPED");
        assertThat(pool.snapshot().inFlight()).isZero();
    }
}
