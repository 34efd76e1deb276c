package dev.multipool.agent.runtime;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.TaskOutcome;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of all pools that took long, from arrival to end.
 *
 * <p>Where all tasks are slow, most are counted only: at most one in {@value #NANOS_BETWEEN} ns is kept. So they cost no more than
 * others do.
 *
 * <p><b>Threads:</b> any.
 */
final class SlowTasks implements SlowTasksMXBean {

    private static final String NAME = "dev.multipool:type=SlowTasks";
    private static final NanoClock CLOCK = NanoClock.system();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int MOST = 100;
    private static final int FRAMES = 64;
    private static final long NANOS_BETWEEN = 10_000_000;

    private final PoolRegistry registry;
    private final long leastNanos;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong keptNanos = new AtomicLong(CLOCK.nanoTime() - NANOS_BETWEEN);
    /** The newest first. @GuardedBy("ended") */
    private final Deque<SlowTask> ended = new ArrayDeque<>();

    /**
     * None yet.
     *
     * @param registry has the pools whose tasks these are
     * @param leastNanos from here on a task is slow
     */
    SlowTasks(PoolRegistry registry, long leastNanos) {
        this.registry = registry;
        this.leastNanos = leastNanos;
    }

    /** Whether a task is slow that took so long from its arrival. */
    boolean isSlow(long nanos) {
        return nanos >= leastNanos;
    }

    /**
     * A slow task has ended, on the current thread.
     *
     * @param frames of the thread while it ran; empty where nobody looked
     */
    void ended(
            PoolNode pool, TaskOutcome outcome, long arrived, long started, long now, List<StackTraceElement> frames) {
        count.incrementAndGet();
        long kept = keptNanos.get();
        if (now - kept < NANOS_BETWEEN || !keptNanos.compareAndSet(kept, now)) {
            return;
        }
        SlowTask task = new SlowTask(
                pool.name(),
                Thread.currentThread().getName(),
                outcome,
                System.currentTimeMillis(),
                started - arrived,
                now - started,
                frames);
        synchronized (ended) {
            if (ended.size() == MOST) {
                ended.removeLast();
            }
            ended.addFirst(task);
        }
    }

    @Override
    public long getLeastNanos() {
        return leastNanos;
    }

    @Override
    public long getCount() {
        return count.get();
    }

    @Override
    public SlowTask[] getTasks() {
        List<SlowTask> all = new ArrayList<>();
        long now = CLOCK.nanoTime();
        for (ObservedPool pool : registry.observed()) {
            for (Worker worker : pool.workers()) {
                if (worker.isServing() && isSlow(now - worker.arrivedNanos()) && all.size() < MOST) {
                    SlowTask running = running(pool, worker, now);
                    if (running != null) {
                        all.add(running);
                    }
                }
            }
        }
        synchronized (ended) {
            all.addAll(ended);
        }
        return all.toArray(SlowTask[]::new);
    }

    private static @Nullable SlowTask running(ObservedPool pool, Worker worker, long now) {
        long started = worker.startedNanos();
        long queued = started - worker.arrivedNanos();
        ThreadInfo thread = THREADS.getThreadInfo(worker.threadId(), FRAMES);
        boolean isTheSame = thread != null && worker.isServing() && worker.startedNanos() == started;
        return isTheSame
                ? new SlowTask(
                        pool.name(),
                        thread.getThreadName(),
                        null,
                        0,
                        queued,
                        now - started,
                        List.of(thread.getStackTrace()))
                : null;
    }

    /** Shows them. */
    void open() {
        try {
            server().registerMBean(this, new ObjectName(NAME));
        } catch (JMException e) {
            throw new IllegalStateException(NAME + " can't be registered", e);
        }
    }

    void close() {
        try {
            ObjectName name = new ObjectName(NAME);
            if (server().isRegistered(name)) {
                server().unregisterMBean(name);
            }
        } catch (JMException e) {
            throw new IllegalStateException(NAME + " can't be unregistered", e);
        }
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }
}
