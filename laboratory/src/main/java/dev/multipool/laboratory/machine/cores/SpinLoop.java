package dev.multipool.laboratory.machine.cores;

import dev.multipool.pools.NanoClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * A fixed piece of work: how long it takes tells how fast its core is at that moment.
 *
 * <p>It enters and leaves the kernel again and again, as services do that send and receive. So it is slower, too, by about the same part,
 * while a neighbour uses the core's other hardware thread; a chain of arithmetic operations hardly notices that. The time is that
 * of short pieces, of which the quickest and the slowest quarter are left out: an interrupt, or another thread, falls into few.
 */
public final class SpinLoop {
    private static final int WARM_UP = 200;
    /** About 4 us each. */
    private static final int TURNS = 8;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final long[] nanos;
    private final NanoClock clock = NanoClock.system();

    /**
     * Compiles the loop first.
     *
     * @param pieces of one go, at least 4; one takes some microseconds
     */
    public SpinLoop(int pieces) {
        this.nanos = new long[pieces];
        for (int i = 0; i < WARM_UP; i++) {
            timeNanos();
        }
    }

    /** How long one go takes on a core of its own. */
    public long timeNanos() {
        for (int piece = 0; piece < nanos.length; piece++) {
            long begin = clock.nanoTime();
            work();
            nanos[piece] = clock.nanoTime() - begin;
        }
        Arrays.sort(nanos);
        int quarter = nanos.length / 4;
        long sum = 0;
        for (int piece = quarter; piece < nanos.length - quarter; piece++) {
            sum += nanos[piece];
        }
        return nanos.length * sum / (nanos.length - 2 * quarter);
    }

    /** Readings of the thread's own clock, which only the kernel has. */
    private void work() {
        for (int turn = 0; turn < TURNS; turn++) {
            threads.getCurrentThreadCpuTime();
        }
    }
}
