package dev.multipool.agent.runtime;

import dev.multipool.pools.NanoClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.jspecify.annotations.Nullable;

/** Shows slow tasks over JMX: those that were kept, and those that still run. */
final class SlowTaskManagement extends ReadOnlyBean {

    private static final String NAME = "dev.multipool:type=SlowTasks";
    private static final NanoClock CLOCK = NanoClock.system();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int FRAMES = 64;
    private static final String[] KEYS = {
        "pool", "thread", "outcome", "endedMillis", "queuedNanos", "servedNanos", "frames"
    };
    private static final String[] MEANINGS = {
        "the pool",
        "the thread that ran it",
        "COMPLETED, FAILED or CANCELLED; null while it runs",
        "when it ended, in milliseconds since 1970; 0 while it runs",
        "from its arrival to its begin, in nanoseconds",
        "from its begin to its end, or until now, in nanoseconds",
        "the innermost frames of the application and its libraries when its thread was last looked at"
    };

    private static final CompositeType ROW =
            rows("SlowTask", "A task that took long", KEYS, MEANINGS, new OpenType<?>[] {
                SimpleType.STRING,
                SimpleType.STRING,
                SimpleType.STRING,
                SimpleType.LONG,
                SimpleType.LONG,
                SimpleType.LONG,
                listOf(SimpleType.STRING)
            });
    private static final String LEAST = "LeastNanos";
    private static final String COUNT = "Count";
    private static final String TASKS = "Tasks";

    private final PoolRegistry registry;
    private final SlowTasks slow;

    SlowTaskManagement(PoolRegistry registry, SlowTasks slow) {
        super(NAME, "Which tasks took long, of all pools together", new OpenMBeanAttributeInfo[] {
            value(LEAST, "from here on a task is slow, in nanoseconds from its arrival to its end", SimpleType.LONG),
            value(COUNT, "slow tasks that have ended so far, whether or not they are still shown", SimpleType.LONG),
            list(TASKS, "those that run now, then the last that have ended, the newest first", ROW)
        });
        this.registry = registry;
        this.slow = slow;
    }

    @Override
    Object read(String attribute) throws OpenDataException {
        return switch (attribute) {
            case LEAST -> slow.leastNanos();
            case COUNT -> slow.count();
            default -> tasks();
        };
    }

    private CompositeData[] tasks() throws OpenDataException {
        List<SlowTask> all = running();
        all.addAll(slow.last());
        CompositeData[] rows = new CompositeData[all.size()];
        for (int i = 0; i < rows.length; i++) {
            SlowTask task = all.get(i);
            rows[i] = new CompositeDataSupport(ROW, KEYS, new @Nullable Object[] {
                task.pool(),
                task.thread(),
                task.outcome() == null ? null : task.outcome().name(),
                task.endedMillis(),
                task.queuedNanos(),
                task.servedNanos(),
                task.frames().toArray(String[]::new)
            });
        }
        return rows;
    }

    private List<SlowTask> running() {
        List<SlowTask> all = new ArrayList<>();
        long now = CLOCK.nanoTime();
        for (ObservedPool pool : registry.observed()) {
            String name = pool.name();
            if (name == null) {
                // its first task is about to name it
                continue;
            }
            for (Worker worker : pool.workers()) {
                if (all.size() < SlowTasks.MOST && worker.isServing() && slow.isSlow(now - worker.arrivedNanos())) {
                    SlowTask running = running(name, worker, now);
                    if (running != null) {
                        all.add(running);
                    }
                }
            }
        }
        return all;
    }

    private static @Nullable SlowTask running(String pool, Worker worker, long now) {
        long started = worker.startedNanos();
        long queued = started - worker.arrivedNanos();
        ThreadInfo thread = THREADS.getThreadInfo(worker.threadId(), FRAMES);
        boolean isTheSame = worker.isServing() && worker.startedNanos() == started;
        return thread == null || !isTheSame
                ? null
                : new SlowTask(
                        pool,
                        thread.getThreadName(),
                        null,
                        0,
                        queued,
                        now - started,
                        SlowTask.frames(List.of(thread.getStackTrace())));
    }
}
