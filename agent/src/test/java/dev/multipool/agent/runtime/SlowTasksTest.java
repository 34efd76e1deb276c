package dev.multipool.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.NanoClock;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;

class SlowTasksTest {
    private static final long LEAST = 100_000_000;

    private final Object somebodys = new Object();
    private final Object task = new Object();
    private final PoolRegistry registry = new PoolRegistry();
    private final SlowTasks slow = new SlowTasks(registry, LEAST);
    private final PoolEntry entry = registry.add(new PoolEntry(somebodys, null));
    private final ObservedPool pool = new ObservedPool(entry, new FixedReader(), slow);
    private final Worker worker = pool.addWorker();
    private final long now = NanoClock.system().nanoTime();

    SlowTasksTest() {
        entry.observed = pool;
        pool.name("orders");
    }

    @Test
    void taskThatTookLong_isKept_andQuickOnesAreNot() {
        worker.begins(task, now - LEAST + 1, now - 1);
        worker.ends(false, now);
        assertThat(slow.getCount()).isZero();

        worker.begins(task, now - LEAST, now - LEAST / 4);
        worker.ends(true, now);

        assertThat(slow.getCount()).isEqualTo(1);
        assertThat(slow.getTasks()).singleElement().satisfies(kept -> {
            assertThat(kept.getPool()).isEqualTo("orders");
            assertThat(kept.getThread()).isEqualTo(Thread.currentThread().getName());
            assertThat(kept.getOutcome()).isEqualTo("FAILED");
            assertThat(kept.getQueuedNanos()).isEqualTo(3 * LEAST / 4);
            assertThat(kept.getServedNanos()).isEqualTo(LEAST / 4);
            assertThat(kept.getEndedMillis()).isPositive();
            assertThat(kept.getFrames()).isEmpty();
        });
    }

    @Test
    void framesOfALook_areThoseOfTheTaskThatRanThen() {
        List<StackTraceElement> stack = List.of(Thread.currentThread().getStackTrace());
        worker.begins(task, now - 2 * LEAST, now - 2 * LEAST);
        worker.seen(now - 2 * LEAST, stack);
        worker.ends(false, now);
        worker.begins(task, now, now);
        worker.ends(false, now + LEAST);

        SlowTask[] kept = slow.getTasks();

        assertThat(kept).hasSize(2);
        assertThat(kept[0].getFrames()).as("of the later one").isEmpty();
        assertThat(kept[1].getFrames()[0]).contains("SlowTasksTest.framesOfALook", "SlowTasksTest.java:");
        assertThat(kept[1].getFrames()).noneMatch(frame -> frame.startsWith("java."));
    }

    @Test
    void taskThatStillRuns_comesFirst_withItsFramesOfNow() {
        worker.begins(task, now - 2 * LEAST, now - 2 * LEAST);
        worker.ends(false, now);
        worker.begins(task, now - LEAST, now - LEAST);

        SlowTask[] kept = slow.getTasks();

        assertThat(kept).hasSize(2);
        assertThat(kept[0].getOutcome()).isNull();
        assertThat(kept[0].getEndedMillis()).isZero();
        assertThat(kept[0].getServedNanos()).isGreaterThanOrEqualTo(LEAST);
        assertThat(kept[0].getFrames()).anyMatch(frame -> frame.contains("SlowTasksTest.taskThatStillRuns"));
        assertThat(slow.getCount()).as("that have ended").isEqualTo(1);
    }

    @Test
    void whereAllTasksAreSlow_allAreCounted_andOneInTenMillisecondsIsKept() {
        for (int millis = 0; millis < 1_000; millis++) {
            long end = now + 1_000_000L * millis;
            worker.begins(task, end - LEAST, end - LEAST);
            worker.ends(false, end);
        }

        assertThat(slow.getCount()).isEqualTo(1_000);
        assertThat(slow.getTasks()).hasSize(100);
    }

    @Test
    void jmx_showsThem_untilTheyAreClosed() throws Exception {
        worker.begins(task, now - LEAST, now - LEAST);
        worker.ends(false, now);
        ObjectName name = new ObjectName("dev.multipool:type=SlowTasks");
        slow.open();
        try {
            CompositeData[] rows =
                    (CompositeData[]) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Tasks");

            assertThat(List.of(rows)).singleElement().satisfies(row -> {
                assertThat(row.get("pool")).isEqualTo("orders");
                assertThat(row.get("outcome")).isEqualTo("COMPLETED");
            });
        } finally {
            slow.close();
        }
        assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(name))
                .isFalse();
    }
}
