package dev.multipool.rpc.server.dependency;

import dev.multipool.pools.BulkheadSnapshot;

/**
 * What a dependency counted since it was made.
 *
 * @param bulkhead calls inside, admitted, rejected because it was full, and timed out
 * @param circuit the breaker's state: CLOSED, OPEN, HALF_OPEN, FORCED_OPEN, DISABLED or METRICS_ONLY
 * @param notPermitted calls that the breaker did not let through
 */
public record DependencySnapshot(BulkheadSnapshot bulkhead, String circuit, long notPermitted) {}
