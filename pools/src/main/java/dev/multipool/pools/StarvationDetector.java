package dev.multipool.pools;

import dev.multipool.pools.Starvation.StarvedPool;
import dev.multipool.pools.TaskContext.JoinWait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds pools whose threads all wait for work that is queued behind them: the nested-pool deadlock, which {@link
 * PoolGraph} prevents where the waits were declared and which this reports where they were not.
 *
 * <p>Call {@link #check} every second or so. It reports what held without interruption since the check before, so a pool
 * that is only busy is never reported: its waits end and begin anew.
 *
 * <p><b>Threads:</b> any thread, one at a time. Stops nobody, interrupts nobody: joins have deadlines of their own.
 */
public final class StarvationDetector {

    /*
     * A pool is starved if all of its threads wait in joins, each for a starved pool: the greatest set of that kind is
     * found by taking all pools and throwing out those with a free thread, or with one that waits for a pool outside,
     * until none is left to throw out. Looking at the pools one after the other is not atomic. But a wait that is the
     * same in two checks has lasted between them, so at the moment between the checks all of them held together.
     */

    private final List<WorkerPool> pools = new ArrayList<>();
    private Map<String, Set<JoinWait>> waitsBefore = Map.of();

    /** Watches the given pools; virtual and direct ones are not limited by threads that wait and are left out. */
    public StarvationDetector(List<MeasuredPool> pools) {
        for (MeasuredPool pool : pools) {
            if (DecoratedPool.inside(pool) instanceof WorkerPool workerPool
                    && pool.config().kind() != PoolKind.VIRTUAL) {
                this.pools.add(workerPool);
            }
        }
    }

    /** Returns the starved pools, if there are any and they were starved at the check before too. */
    public synchronized Optional<Starvation> check() {
        Map<String, Set<JoinWait>> waits = new HashMap<>();
        for (WorkerPool pool : pools) {
            waits.put(pool.config().name(), pool.joinWaits());
        }
        Map<String, Set<JoinWait>> lasting = new HashMap<>();
        waits.forEach((pool, now) -> {
            Set<JoinWait> both = new HashSet<>(now);
            both.retainAll(waitsBefore.getOrDefault(pool, Set.of()));
            lasting.put(pool, both);
        });
        waitsBefore = waits;
        return starvation(lasting);
    }

    private Optional<Starvation> starvation(Map<String, Set<JoinWait>> waits) {
        List<WorkerPool> starved = new ArrayList<>(pools);
        Set<String> names = new HashSet<>(waits.keySet());
        boolean changed = true;
        while (changed) {
            changed = starved.removeIf(pool -> {
                String name = pool.config().name();
                Set<JoinWait> itsWaits = waits.getOrDefault(name, Set.of());
                boolean canGoOn = itsWaits.size() < pool.config().maxThreads()
                        || itsWaits.stream().anyMatch(wait -> !names.contains(wait.poolName()));
                return canGoOn && names.remove(name);
            });
        }
        if (starved.isEmpty()) {
            return Optional.empty();
        }
        List<StarvedPool> report = new ArrayList<>();
        for (WorkerPool pool : starved) {
            Set<JoinWait> itsWaits = waits.getOrDefault(pool.config().name(), Set.of());
            report.add(new StarvedPool(
                    pool.config().name(),
                    itsWaits.size(),
                    pool.snapshot().queueDepth(),
                    itsWaits.stream()
                            .map(JoinWait::poolName)
                            .distinct()
                            .sorted()
                            .toList()));
        }
        return Optional.of(new Starvation(report));
    }
}
