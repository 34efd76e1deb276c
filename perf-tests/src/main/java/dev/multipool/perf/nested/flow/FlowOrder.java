package dev.multipool.perf.nested.flow;

import java.util.List;

/**
 * What one window asks of a process that runs a flow.
 *
 * @param users who ask, each one request at a time
 * @param items of each request
 * @param warmupMillis load before the window
 * @param windowMillis the window
 * @param ownPids all processes of the run, which are no foreign load
 * @param cpus the cores of the run
 */
public record FlowOrder(
        int users, int items, long warmupMillis, long windowMillis, List<Long> ownPids, List<Integer> cpus) {
    public FlowOrder {
        ownPids = List.copyOf(ownPids);
        cpus = List.copyOf(cpus);
    }
}
