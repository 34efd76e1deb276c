package dev.multipool.rpc.server.app.mock;

import dev.multipool.pools.NanoClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/**
 * Uses a given amount of CPU time by a known number of rounds of arithmetic. So frequency and cache can change it by no
 * more than a round. How many rounds a nanosecond takes is measured once, and only where work is wanted.
 *
 * <p><b>Threads</b>: immutable; work is done on the calling thread and never waits.
 */
public final class CpuWork {
    private static final int WARM_UP_CALLS = 20;
    private static final int MEASURED_CALLS = 20;
    private static final int ROUNDS_PER_CALL = 200_000;

    private final double roundsPerNano;

    private CpuWork(double roundsPerNano) {
        this.roundsPerNano = roundsPerNano;
    }

    /** Measures with the calling thread's CPU time, or with the given clock where the JVM has no such time. */
    public static CpuWork calibrated(NanoClock otherwise) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        boolean measured = threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
        return calibratedBy(measured ? threads::getCurrentThreadCpuTime : otherwise);
    }

    /** The fastest of some calls counts: whatever else the machine does makes a call slower, never faster. */
    static CpuWork calibratedBy(NanoClock clock) {
        long mixed = 0;
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < WARM_UP_CALLS + MEASURED_CALLS; i++) {
            long start = clock.nanoTime();
            mixed ^= spin(i, ROUNDS_PER_CALL);
            long nanos = clock.nanoTime() - start;
            if (i >= WARM_UP_CALLS && nanos > 0) {
                fastest = Math.min(fastest, nanos);
            }
        }
        // a use of the result that the compiler can't foresee; all but never true
        return new CpuWork(mixed == 0x5EED ? 1 : (double) ROUNDS_PER_CALL / fastest);
    }

    /** Work of which none is ever asked for. */
    public static CpuWork none() {
        return new CpuWork(0);
    }

    long rounds(Duration cpuTime) {
        return Math.round(cpuTime.toNanos() * roundsPerNano);
    }

    /** Uses about this much CPU time; the result depends on {@code input}, so that the work can't be left out. */
    public long burn(long input, Duration cpuTime) {
        long rounds = rounds(cpuTime);
        return rounds == 0 ? input : spin(input, rounds);
    }

    private static long spin(long input, long rounds) {
        long value = input;
        for (long i = 0; i < rounds; i++) {
            value = (value ^ (value >>> 31)) * 0x9E3779B97F4A7C15L + i;
        }
        return value;
    }
}
