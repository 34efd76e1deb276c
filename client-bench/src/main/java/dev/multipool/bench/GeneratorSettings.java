package dev.multipool.bench;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the generator itself runs; none of it changes what the plan asks of the server.
 *
 * @param eventLoops threads that send and receive; at most the plan's connections
 * @param serverPid process to read the server's CPU time of, when it is on this machine
 * @param companionPids other processes of the run on this machine, such as Redis. When both they and {@code serverPid}
 *     are given, CPU time that any further process uses makes the run invalid; empty when not all are known
 * @param serverGcLog file that the server's JVM writes by {@code -Xlog:gc:file=…}, when it is on this machine
 * @param connections how the connections are made
 */
public record GeneratorSettings(
        int eventLoops,
        @Nullable Long serverPid,
        List<Long> companionPids,
        @Nullable Path serverGcLog,
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
    }

    /** One event loop per connection, at most one per core; the server's CPU time is not read. */
    public static GeneratorSettings of(LoadPlan plan) {
        return new GeneratorSettings(
                Math.min(plan.connections(), Runtime.getRuntime().availableProcessors()),
                null,
                List.of(),
                null,
                ConnectionSettings.PLAIN);
    }

    /** The same with the server's CPU time read from this process. */
    public GeneratorSettings withServerPid(long pid) {
        return new GeneratorSettings(eventLoops, pid, companionPids, serverGcLog, connections);
    }

    /** The same with these processes known as the run's own. */
    public GeneratorSettings withCompanionPids(List<Long> pids) {
        return new GeneratorSettings(eventLoops, serverPid, pids, serverGcLog, connections);
    }

    /** The same with the pauses of the server's collector read from this log. */
    public GeneratorSettings withServerGcLog(Path log) {
        return new GeneratorSettings(eventLoops, serverPid, companionPids, log, connections);
    }
}
