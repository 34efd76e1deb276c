package dev.multipool.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.RejectReason;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class ObservedPoolTest {

    private static final int WARM_UP = 20_000;
    private static final int TASKS = 100_000;

    private final Object somebodys = new Object();
    private final WeakReference<Object> reference = new WeakReference<>(somebodys);
    private final ObservedPool pool =
            new ObservedPool(reference, new FixedReader(), new SlowTasks(Long.MAX_VALUE, InstantSource.system()));
    private final Worker worker = new CurrentWorker(this, reference, pool);
    private final Object task = new Object();

    @Test
    void aTask_allocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // a histogram grows when a task takes longer than any before: none will
        long now = NanoClock.system().nanoTime();
        worker.begins(task, now - 200_000_000_000L, now - 100_000_000_000L);
        worker.ends(false, now);
        for (int i = 0; i < WARM_UP; i++) {
            runTask();
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < TASKS; i++) {
            runTask();
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated / TASKS).isZero();
        assertThat(pool.snapshot().completions()).isEqualTo(WARM_UP + 1 + TASKS);
    }

    @Test
    void everyEnd_isInTheSnapshot() {
        pool.offered(task);
        pool.turnedAway(task);
        runTask();
        long arrived = pool.offered(task);
        pool.offerThrew(task, arrived);
        pool.began(worker, task, task, NanoClock.system().nanoTime());

        LedgerSnapshot snapshot = pool.snapshot();

        assertThat(snapshot.rejections(RejectReason.QUEUE_FULL)).isEqualTo(2);
        assertThat(snapshot.completions()).isEqualTo(1);
        assertThat(snapshot.inFlight()).as("one that nobody saw coming").isEqualTo(1);
        assertThat(snapshot.arrivals()).isEqualTo(4);
    }

    private void runTask() {
        pool.offered(task);
        long now = NanoClock.system().nanoTime();
        worker.waited(now);
        pool.began(worker, task, task, now);
        long end = NanoClock.system().nanoTime();
        worker.ends(false, end);
        worker.waits(end);
    }
}
