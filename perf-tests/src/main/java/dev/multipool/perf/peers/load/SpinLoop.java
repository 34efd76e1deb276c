package dev.multipool.perf.peers.load;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** A fixed piece of arithmetic: how much CPU time it takes tells how fast its core is at that moment. */
public final class SpinLoop {
    private static final int TURNS = 2_000_000;
    private static final int WARM_UP = 200;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long state = 1;

    /** Compiles the loop first. */
    public SpinLoop() {
        for (int i = 0; i < WARM_UP; i++) {
            timeNanos();
        }
    }

    /** CPU time of the calling thread for one go, a few milliseconds; time that it only waits for its core is not in it. */
    public long timeNanos() {
        long begin = threads.getCurrentThreadCpuTime();
        long value = state;
        for (int i = 0; i < TURNS; i++) {
            value = value * 6364136223846793005L + 1442695040888963407L;
            value ^= value >>> 29;
        }
        state = value;
        return threads.getCurrentThreadCpuTime() - begin;
    }
}
