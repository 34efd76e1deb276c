package dev.multipool.perf.peers;

import java.util.List;

/**
 * What a comparison found: every window as measured. All that is shown is computed from it.
 *
 * @param setup where and how
 * @param windows in the order in which they were measured
 * @param <W> what one window tells
 */
public record MeasuredWindows<W>(Setup setup, List<W> windows) {
    public MeasuredWindows {
        windows = List.copyOf(windows);
    }

    /**
     * Where and how it was measured.
     *
     * @param startedAt the time, UTC
     * @param seconds how long all took
     * @param command does the same again
     * @param machine processor, cores and operating system
     * @param jdk version of the Java virtual machine
     * @param cores which process ran where
     * @param redis which Redis
     */
    public record Setup(
            String startedAt, double seconds, String command, String machine, String jdk, String cores, String redis) {
        /** The line that tells where and when, in a report. */
        public String sentence() {
            return "Measured " + startedAt + " in " + Math.round(seconds) + " s on " + machine + "; JDK " + jdk + "; "
                    + redis + "; " + cores + ".";
        }
    }
}
