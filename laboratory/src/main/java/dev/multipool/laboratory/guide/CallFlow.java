package dev.multipool.laboratory.guide;

import dev.multipool.capacity.calibration.TaskShape;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.WaitGraph;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds how the calls of a service go from pool to pool, by what the agent told of a window. */
final class CallFlow {
    /** Tasks for each call of the pool that serves the calls: what a user asks beside the calls makes it no whole number. */
    private static final double FEWEST_TASKS = 0.7;

    private static final double MOST_TASKS = 1.4;
    /** Fewer that wait are the odd ones. */
    private static final double SOME = 0.1;

    private CallFlow() {}

    /**
     * The flow that begins with the pool that serves a task for each call, and that no other pool waits for; of several the one
     * that is the busiest.
     *
     * @return empty where there is no such pool, or pools wait for each other
     */
    static Optional<TaskShape> of(GuideWindow window) {
        if (window.edges() == null) {
            return Optional.empty();
        }
        WaitGraph graph = WaitGraph.of(List.of(), window.edges(), window.pools());
        Set<String> inner = new HashSet<>();
        graph.links().stream().filter(link -> link.waitingShare() >= SOME).forEach(link -> inner.add(link.to()));
        graph.leases().forEach(lease -> inner.add(lease.to()));
        return window.pools().stream()
                .filter(ledger -> !inner.contains(ledger.pool()) && servesCalls(ledger, window))
                .max(Comparator.comparingDouble(ledger -> ledger.threads().busySeconds()))
                .flatMap(ledger -> graph.callFrom(ledger.pool()));
    }

    private static boolean servesCalls(PoolLedger ledger, GuideWindow window) {
        double tasks = ledger.ratePerSecond() / window.seen().throughputPerSecond();
        return tasks >= FEWEST_TASKS && tasks <= MOST_TASKS;
    }
}
