package dev.multipool.agent.runtime;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.ThreadActivity;
import dev.multipool.pools.ThreadClassifier;
import dev.multipool.pools.WaitCause;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells ledgers for how long tasks wait for locks and for I/O, and workers where their tasks are, by a look at their threads now and
 * then.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class WaitSampler {

    /*
     * No code of the application says what it waits for, and to weave each lock and each socket would cost every task. So a
     * look at a thread that serves a task stands for the time since the look before. The sum is right on average: what begins
     * shortly before a look counts too much, and what ends shortly before it not at all.
     *
     * Joins and leases are told as they are, and left out here. A look stops all threads for as long as their stacks are read.
     * So it reads a part of many threads, which stands for all of them, and rests long beside what it took.
     */

    private static final NanoClock CLOCK = NanoClock.system();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int MOST_THREADS = 64;
    private static final int FRAMES = 32;
    /** A task that runs for so long may become a slow one, which is told with the place where it was. */
    private static final long WORTH_KEEPING_NANOS = 20_000_000;
    /** So much longer than a look took is the rest after it. */
    private static final long REST_FOR_A_LOOK = 200;

    private final ThreadClassifier classifier = ThreadClassifier.standard();
    private final List<Worker> serving = new ArrayList<>();
    private long lookedNanos = CLOCK.nanoTime();
    private long restsUntilNanos = lookedNanos;
    private int first;

    /** Looks at the threads of all pools, unless it rests. */
    void look(PoolRegistry registry) {
        long now = CLOCK.nanoTime();
        if (now - restsUntilNanos < 0) {
            return;
        }
        long since = now - lookedNanos;
        lookedNanos = now;
        serving.clear();
        for (ObservedPool pool : registry.observed()) {
            pool.addServing(serving);
        }
        if (!serving.isEmpty()) {
            sample(now, since);
            long after = CLOCK.nanoTime();
            restsUntilNanos = after + REST_FOR_A_LOOK * (after - now);
        }
    }

    private void sample(long now, long since) {
        int count = Math.min(MOST_THREADS, serving.size());
        long each = since * serving.size() / count;
        Worker[] looked = new Worker[count];
        long[] ids = new long[count];
        long[] started = new long[count];
        for (int i = 0; i < count; i++) {
            looked[i] = serving.get((first + i) % serving.size());
            ids[i] = looked[i].threadId();
            started[i] = looked[i].startedNanos();
        }
        first = (first + count) % serving.size();
        ThreadInfo[] infos = THREADS.getThreadInfo(ids, FRAMES);
        for (int i = 0; i < count; i++) {
            if (infos[i] == null) {
                continue;
            }
            if (now - started[i] >= WORTH_KEEPING_NANOS && looked[i].startedNanos() == started[i]) {
                looked[i].seen(started[i], List.of(infos[i].getStackTrace()));
            }
            WaitCause cause = cause(infos[i]);
            if (cause != null && !looked[i].course().isWaiting()) {
                looked[i].sampled(cause, each);
            }
        }
    }

    private @Nullable WaitCause cause(ThreadInfo thread) {
        ThreadActivity activity = classifier.of(thread.getThreadState(), thread.getStackTrace());
        return switch (activity) {
            case IO -> WaitCause.IO;
            case LOCK -> WaitCause.LOCK;
            default -> null;
        };
    }
}
