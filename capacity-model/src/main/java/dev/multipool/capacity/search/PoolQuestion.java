package dev.multipool.capacity.search;

import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;

/**
 * For which objective, on which machine, the pools of a service are to be sized. All of its pools are searched over.
 *
 * @param service with fixed pools, whose threads are what is asked for; their queues are kept
 * @param cpu the machine
 * @param p99Millis what TP99 must stay below
 * @param mostUsers up to how many users are tried
 * @param plan of each simulation: one seed for all, so that all sizes meet the same demands
 */
public record PoolQuestion(SimulatedService service, CpuModel cpu, double p99Millis, int mostUsers, RunPlan plan) {

    /** Validates. */
    public PoolQuestion {
        if (!(p99Millis > 0)) {
            throw new IllegalArgumentException("p99Millis: " + p99Millis + " (expected: > 0)");
        }
        if (mostUsers < 1) {
            throw new IllegalArgumentException("mostUsers: " + mostUsers + " (expected: >= 1)");
        }
        if (service.pools().isEmpty()) {
            throw new IllegalArgumentException("pools: none (expected: at least one)");
        }
        for (PoolConfig pool : service.pools()) {
            if (pool.kind() != PoolKind.FIXED) {
                throw new IllegalArgumentException(
                        "pool " + pool.name() + ": " + pool.kind().word() + " (expected: fixed)");
            }
        }
    }
}
