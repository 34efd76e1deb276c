package dev.multipool.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.TaskOutcome;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenDataException;
import org.junit.jupiter.api.Test;

class SlowTasksTest {
    private static final long LEAST = 100_000_000;

    private final Object somebodys = new Object();
    private final Object task = new Object();
    private final PoolRegistry registry = new PoolRegistry();
    private final SlowTasks slow = new SlowTasks(LEAST, () -> Instant.EPOCH.plusSeconds(7));
    private final PoolEntry entry = registry.add(new PoolEntry(somebodys, null));
    private final ObservedPool pool = new ObservedPool(entry, new FixedReader(), slow);
    private final Worker worker = new CurrentWorker(this, entry, pool);
    private final SlowTaskManagement management = new SlowTaskManagement(registry, slow);
    private final long now = NanoClock.system().nanoTime();

    SlowTasksTest() {
        entry.observed = pool;
        pool.add(worker);
        pool.name("orders");
    }

    @Test
    void taskThatTookLong_isKept_andQuickOnesAreNot() {
        worker.begins(task, now - LEAST + 1, now - 1);
        worker.ends(false, now);
        assertThat(slow.count()).isZero();

        worker.begins(task, now - LEAST, now - LEAST / 4);
        worker.ends(true, now);

        assertThat(slow.count()).isEqualTo(1);
        assertThat(slow.last()).singleElement().satisfies(kept -> {
            assertThat(kept.pool()).isEqualTo("orders");
            assertThat(kept.thread()).isEqualTo(Thread.currentThread().getName());
            assertThat(kept.outcome()).isEqualTo(TaskOutcome.FAILED);
            assertThat(kept.queuedNanos()).isEqualTo(3 * LEAST / 4);
            assertThat(kept.servedNanos()).isEqualTo(LEAST / 4);
            assertThat(kept.endedMillis()).isEqualTo(7_000);
            assertThat(kept.frames()).isEmpty();
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

        List<SlowTask> kept = slow.last();

        assertThat(kept).hasSize(2);
        assertThat(kept.get(0).frames()).as("of the later one").isEmpty();
        assertThat(kept.get(1).frames().get(0)).contains("SlowTasksTest.framesOfALook", "SlowTasksTest.java:");
        assertThat(kept.get(1).frames()).noneMatch(frame -> frame.startsWith("java."));
    }

    @Test
    void taskThatStillRuns_comesFirst_withItsFramesOfNow() throws OpenDataException {
        worker.begins(task, now - 2 * LEAST, now - 2 * LEAST);
        worker.ends(false, now);
        worker.begins(task, now - LEAST, now - LEAST);

        CompositeData[] shown = (CompositeData[]) management.read("Tasks");

        assertThat(shown).hasSize(2);
        assertThat(shown[0].get("outcome")).isNull();
        assertThat(shown[0].get("endedMillis")).isEqualTo(0L);
        assertThat((Long) shown[0].get("servedNanos")).isGreaterThanOrEqualTo(LEAST);
        assertThat((String[]) shown[0].get("frames"))
                .anyMatch(frame -> frame.contains("SlowTasksTest.taskThatStillRuns"));
        assertThat(shown[1].get("outcome")).isEqualTo("COMPLETED");
        assertThat(slow.count()).as("that have ended").isEqualTo(1);
    }

    @Test
    void whereAllTasksAreSlow_allAreCounted_andOneInTenMillisecondsIsKept() {
        for (int millis = 0; millis < 1_000; millis++) {
            long end = now + 1_000_000L * millis;
            worker.begins(task, end - LEAST, end - LEAST);
            worker.ends(false, end);
        }

        assertThat(slow.count()).isEqualTo(1_000);
        assertThat(slow.last()).hasSize(100);
    }

    @Test
    void jmx_showsThem_untilTheyAreClosed() throws Exception {
        worker.begins(task, now - LEAST, now - LEAST);
        worker.ends(false, now);
        ObjectName name = new ObjectName("dev.multipool:type=SlowTasks");
        management.open();
        try {
            CompositeData[] rows =
                    (CompositeData[]) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Tasks");

            assertThat(List.of(rows)).singleElement().satisfies(row -> {
                assertThat(row.get("pool")).isEqualTo("orders");
                assertThat(row.get("outcome")).isEqualTo("COMPLETED");
            });
        } finally {
            management.close();
        }
        assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(name))
                .isFalse();
    }
}
