package dev.multipool.bench.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is watched on this machine while the generator runs.
 *
 * @param serverPids processes to read the server's CPU time of, with all below them; empty when it is elsewhere
 * @param companionPids other processes of the run on this machine, such as Redis. When both they and {@code serverPids}
 *     are given, CPU time that any further process uses makes the run invalid; empty when not all are known
 * @param serverGcLog file that the server's JVM writes by {@code -Xlog:gc:file=…}, when it is on this machine
 * @param stallLog file that another process writes stalls of the machine to; null when only the own meter tells of them
 * @param cpus the run's own CPUs, whose stolen and foreign time is told; empty for all of the machine
 */
public record WatchedMachine(
        List<Long> serverPids,
        List<Long> companionPids,
        @Nullable Path serverGcLog,
        @Nullable Path stallLog,
        Set<Integer> cpus) {
    /** The machine as a whole; no process and no log is known. */
    public static final WatchedMachine WHOLE = new WatchedMachine(List.of(), List.of(), null, null, Set.of());

    public WatchedMachine {
        serverPids = pids("serverPids", serverPids);
        companionPids = pids("companionPids", companionPids);
        if (serverGcLog != null) {
            GcLog.requireReadable(serverGcLog);
        }
        if (stallLog != null && !Files.isReadable(stallLog)) {
            throw new IllegalArgumentException("stallLog: " + stallLog + " (expected: a file that can be read)");
        }
        cpus = Collections.unmodifiableSet(new TreeSet<>(cpus));
        for (int cpu : cpus) {
            if (cpu < 0) {
                throw new IllegalArgumentException("watchedCpus: " + cpu + " (expected: each >= 0)");
            }
        }
    }

    private static List<Long> pids(String name, List<Long> pids) {
        for (long pid : pids) {
            if (pid < 1) {
                throw new IllegalArgumentException(name + ": " + pid + " (expected: each >= 1)");
            }
        }
        return List.copyOf(pids);
    }

    /** The same with the server's CPU time read from this process, and those below it. */
    public WatchedMachine withServerPid(long pid) {
        return new WatchedMachine(List.of(pid), companionPids, serverGcLog, stallLog, cpus);
    }

    /** The same with the pauses of the server's collector read from this log. */
    public WatchedMachine withServerGcLog(Path log) {
        return new WatchedMachine(serverPids, companionPids, log, stallLog, cpus);
    }

    /** The same with stalls of the machine read from this log, which a {@code StallLog} of another process writes. */
    public WatchedMachine withStallLog(Path log) {
        return new WatchedMachine(serverPids, companionPids, serverGcLog, log, cpus);
    }

    /** The same with these CPUs known as the run's own. */
    public WatchedMachine withCpus(Set<Integer> own) {
        return new WatchedMachine(serverPids, companionPids, serverGcLog, stallLog, own);
    }
}
