package dev.multipool.perf.machine.cores;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** A fixed piece of arithmetic: how much CPU time it takes tells how fast its core is at that moment. */
public final class SpinLoop {
    private static final int WARM_UP = 200;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final int turns;
    private long state = 1;

    /**
     * Compiles the loop first.
     *
     * @param turns of the loop in one go; one takes some nanoseconds
     */
    public SpinLoop(int turns) {
        this.turns = turns;
        for (int i = 0; i < WARM_UP; i++) {
            timeNanos();
        }
    }

    /** CPU time of the calling thread for one go; time that it only waits for its core is not in it. */
    public long timeNanos() {
        long begin = threads.getCurrentThreadCpuTime();
        long value = state;
        for (int i = 0; i < turns; i++) {
            value = value * 6364136223846793005L + 1442695040888963407L;
            value ^= value >>> 29;
        }
        state = value;
        return threads.getCurrentThreadCpuTime() - begin;
    }
}
