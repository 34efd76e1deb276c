package dev.multipool.pools;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Pools that can't go on: every thread of each waits for subtasks on one of them.
 *
 * @param pools the pools with what their threads wait for, as a chain
 */
public record Starvation(List<StarvedPool> pools) {

    /**
     * One of the pools.
     *
     * @param name its name
     * @param threads its threads, all of which wait
     * @param queueDepth tasks queued behind them
     * @param waitsFor the pools that they wait for
     */
    public record StarvedPool(String name, int threads, int queueDepth, List<String> waitsFor) {

        /** Keeps a copy of the list. */
        public StarvedPool {
            waitsFor = List.copyOf(waitsFor);
        }
    }

    /** Keeps a copy of the list. */
    public Starvation {
        pools = List.copyOf(pools);
    }

    /** Returns one line for people, for example {@code starved: all 2 threads of common wait for common (3 queued)}. */
    @Override
    public String toString() {
        return pools.stream()
                .map(pool -> "all " + pool.threads() + " threads of " + pool.name() + " wait for "
                        + String.join(" and ", pool.waitsFor()) + " (" + pool.queueDepth() + " queued)")
                .collect(Collectors.joining("; ", "starved: ", ""));
    }
}
