package dev.multipool.capacity.search;

import dev.multipool.capacity.sim.SimulationResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The smallest pools found that serve nearly as much as unlimited ones and keep the objective, in the simulator.
 *
 * @param threads by pool
 * @param users with how many users in a closed loop
 * @param result what the simulator says of it
 * @param unlimitedTps the most that pools without a limit serve within the objective
 * @param simulations how many it took
 * @param reasons the way to it, step by step
 */
public record PoolProposal(
        Map<String, Integer> threads,
        int users,
        SimulationResult result,
        double unlimitedTps,
        int simulations,
        List<String> reasons) {

    /** Keeps copies. */
    public PoolProposal {
        threads = Collections.unmodifiableMap(new LinkedHashMap<>(threads));
        reasons = List.copyOf(reasons);
    }
}
