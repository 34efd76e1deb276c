package dev.multipool.agent.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The CPU clocks of platform threads. */
final class ThreadCpu {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ThreadCpu() {}

    static boolean isMeasured() {
        return THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
    }

    /** The current thread's CPU time; some 0.4 µs on Linux, so not for every task. */
    static long currentNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Another thread's CPU time, or -1 when it has ended. */
    static long nanosOf(long threadId) {
        return THREADS.getThreadCpuTime(threadId);
    }
}
