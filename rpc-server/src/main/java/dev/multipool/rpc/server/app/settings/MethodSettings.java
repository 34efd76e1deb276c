package dev.multipool.rpc.server.app.settings;

/**
 * How one method runs.
 *
 * @param execution where its handler runs
 * @param pool the pool that runs it when the execution is blocking or virtual
 * @param maxInFlight most calls of it in flight
 * @param admission whether adaptive admission covers it, where that is on
 */
public record MethodSettings(ExecutionModel execution, String pool, int maxInFlight, boolean admission) {
    /** Whether a thread of {@code pool} is held while the method runs. */
    public boolean usesPool() {
        return execution == ExecutionModel.BLOCKING || execution == ExecutionModel.VIRTUAL;
    }
}
