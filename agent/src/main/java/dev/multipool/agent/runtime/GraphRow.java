package dev.multipool.agent.runtime;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolState;
import dev.multipool.pools.WaitCycles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An edge of the graph of pools as it is now.
 *
 * @param from the pool that the edge belongs to
 * @param held threads of that pool, or things that it has lent, that are held by a wait for the other pool for long
 * @param active its tasks in service, or what it has lent
 * @param most the most threads, or things, that it may have; {@link Integer#MAX_VALUE} where it never runs out
 */
record GraphRow(ObservedPool from, Edge edge, int held, int active, int most) {

    private static final NanoClock CLOCK = NanoClock.system();

    /** The edges among pools that have a name. */
    static List<GraphRow> read(PoolRegistry registry) {
        List<ObservedPool> pools =
                registry.observed().stream().filter(pool -> pool.name() != null).toList();
        Map<Edge, Integer> held = held(pools);
        List<GraphRow> rows = new ArrayList<>();
        for (ObservedPool from : pools) {
            List<Edge> edges = from.edges().present();
            PoolState state = edges.isEmpty() ? null : from.snapshot().state();
            for (Edge edge : edges) {
                if (state != null && edge.to.name() != null) {
                    int most = from.reader().runsOut() ? state.maxThreads() : Integer.MAX_VALUE;
                    rows.add(new GraphRow(from, edge, held.getOrDefault(edge, 0), state.active(), most));
                }
            }
        }
        return rows;
    }

    /** Of the edges, those whose tasks ever waited. */
    static List<WaitCycles.Wait> readWaits(PoolRegistry registry) {
        return read(registry).stream()
                .filter(GraphRow::waits)
                .map(GraphRow::toWait)
                .toList();
    }

    private static Map<Edge, Integer> held(List<ObservedPool> pools) {
        long now = CLOCK.nanoTime();
        Map<Edge, Integer> held = new HashMap<>();
        for (ObservedPool pool : pools) {
            for (TaskCourse course : pool.courses()) {
                Edge waitedOn = course.heldOn(now);
                if (waitedOn != null) {
                    held.merge(waitedOn, 1, Math::addExact);
                    course.forEachLender(lender -> addHeld(lender, waitedOn, held));
                }
            }
        }
        return held;
    }

    private static void addHeld(PoolNode lender, Edge waitedOn, Map<Edge, Integer> held) {
        if (lender instanceof ObservedPool pool && waitedOn.to.letsWait()) {
            // the first wait of all has no edge before its end
            Edge edge = pool.edges().find(waitedOn.to, 0);
            if (edge != null) {
                held.merge(edge, 1, Math::addExact);
            }
        }
    }

    /** Whether a task ever waited so. */
    private boolean waits() {
        return edge.waitingCalls() > 0 || edge.joinNanos() > 0 || held > 0;
    }

    /** The same for who looks for cycles. */
    private WaitCycles.Wait toWait() {
        return new WaitCycles.Wait(
                String.valueOf(from.name()), String.valueOf(edge.to.name()), held, active, most, from.lends());
    }
}
