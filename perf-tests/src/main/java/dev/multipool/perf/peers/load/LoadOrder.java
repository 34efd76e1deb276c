package dev.multipool.perf.peers.load;

import java.util.List;

/**
 * What one window asks of the load process.
 *
 * @param users who ask, each one call at a time
 * @param maxUserId they ask for the ids 1 to this
 * @param warmupMillis load before the window
 * @param windowMillis the window
 * @param serverPid the loaded server
 * @param ownPids all processes of the run, which are no foreign load
 * @param cpus the cores of the run
 */
public record LoadOrder(
        int users,
        long maxUserId,
        long warmupMillis,
        long windowMillis,
        long serverPid,
        List<Long> ownPids,
        List<Integer> cpus) {
    public LoadOrder {
        ownPids = List.copyOf(ownPids);
        cpus = List.copyOf(cpus);
    }
}
