package dev.multipool.agent.runtime;

import dev.multipool.pools.PoolKind;
import java.lang.ref.WeakReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the hooks of one task cost: those of some tasks that nobody asked for, on a pool that is none.
 *
 * <p><b>Threads:</b> one.
 */
public final class SampledCost {

    private static final int TASKS = 200;

    private final Object pool = new Object();
    private final Observation own;

    /** @param say is told, once, what goes wrong */
    public SampledCost(Consumer<String> say) {
        own = new Observation(any -> new OneThread(), Long.MAX_VALUE, say);
    }

    /** The CPU time of one task's hooks now, as the processor and the compiled code are now. */
    public double nanosPerTask() {
        WeakReference<?> who = null;
        long before = ThreadCpu.currentNanos();
        for (int i = 0; i < TASKS; i++) {
            Object task = new Object();
            own.offered(pool, task);
            own.taskTakenBy(who, pool, task);
            who = own.taskWanted(pool);
        }
        return Math.max(0, ThreadCpu.currentNanos() - before) / (double) TASKS;
    }

    /** Tells of a pool that is none. */
    private static final class OneThread implements PoolReader {
        @Override
        public @Nullable String name(Object pool) {
            return "multipool-agent-sample";
        }

        @Override
        public Bounds bounds(Object pool) {
            return new Bounds(PoolKind.FIXED, 1, 1, TASKS);
        }

        @Override
        public int threads(Object pool) {
            return 1;
        }

        @Override
        public boolean isShutDown(Object pool) {
            return false;
        }

        @Override
        public void resize(Object pool, int coreThreads, int maxThreads, int queueCapacity) {
            throw new IllegalArgumentException("pool: a sample (expected: one that is somebody's)");
        }
    }
}
