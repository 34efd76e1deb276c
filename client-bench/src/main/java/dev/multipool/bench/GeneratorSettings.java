package dev.multipool.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How the generator itself runs; none of it changes what the plan asks of the server.
 *
 * @param eventLoops threads that send and receive; at most the plan's connections
 * @param serverPid process to read the server's CPU time of, when it is on this machine
 * @param companionPids other processes of the run on this machine, such as Redis. When both they and {@code serverPid}
 *     are given, CPU time that any further process uses makes the run invalid; empty when not all are known
 * @param serverGcLog file that the server's JVM writes by {@code -Xlog:gc:file=…}, when it is on this machine
 * @param stallLog file that another process writes stalls of the machine to; null when only the own meter tells of them
 * @param watchedCpus the run's own CPUs, whose stolen and foreign time is told; empty for all of the machine
 * @param connections how the connections are made
 */
public record GeneratorSettings(
        int eventLoops,
        @Nullable Long serverPid,
        List<Long> companionPids,
        @Nullable Path serverGcLog,
        @Nullable Path stallLog,
        Set<Integer> watchedCpus,
        ConnectionSettings connections) {
    public GeneratorSettings {
        if (eventLoops < 1) {
            throw new IllegalArgumentException("eventLoops: " + eventLoops + " (expected: >= 1)");
        }
        if (serverPid != null && serverPid < 1) {
            throw new IllegalArgumentException("serverPid: " + serverPid + " (expected: >= 1)");
        }
        companionPids = List.copyOf(companionPids);
        for (long pid : companionPids) {
            if (pid < 1) {
                throw new IllegalArgumentException("companionPids: " + pid + " (expected: each >= 1)");
            }
        }
        if (stallLog != null && !Files.isReadable(stallLog)) {
            throw new IllegalArgumentException("stallLog: " + stallLog + " (expected: a file that can be read)");
        }
        watchedCpus = Collections.unmodifiableSet(new TreeSet<>(watchedCpus));
        for (int cpu : watchedCpus) {
            if (cpu < 0) {
                throw new IllegalArgumentException("watchedCpus: " + cpu + " (expected: each >= 0)");
            }
        }
    }

    /** One event loop per connection, at most one per core; the server's CPU time is not read. */
    public static GeneratorSettings of(LoadPlan plan) {
        return new GeneratorSettings(
                Math.min(plan.connections(), Runtime.getRuntime().availableProcessors()),
                null,
                List.of(),
                null,
                null,
                Set.of(),
                ConnectionSettings.PLAIN);
    }

    /** The same with the server's CPU time read from this process. */
    public GeneratorSettings withServerPid(long pid) {
        return new GeneratorSettings(eventLoops, pid, companionPids, serverGcLog, stallLog, watchedCpus, connections);
    }

    /** The same with the pauses of the server's collector read from this log. */
    public GeneratorSettings withServerGcLog(Path log) {
        return new GeneratorSettings(eventLoops, serverPid, companionPids, log, stallLog, watchedCpus, connections);
    }

    /** The same with stalls of the machine read from this log, which a {@code StallLog} of another process writes. */
    public GeneratorSettings withStallLog(Path log) {
        return new GeneratorSettings(eventLoops, serverPid, companionPids, serverGcLog, log, watchedCpus, connections);
    }

    /** The same with these CPUs known as the run's own. */
    public GeneratorSettings withWatchedCpus(Set<Integer> cpus) {
        return new GeneratorSettings(eventLoops, serverPid, companionPids, serverGcLog, stallLog, cpus, connections);
    }
}
