package dev.multipool.bench.call;

import dev.multipool.bench.plan.LoadPlan;

/** How calls are made. */
public interface CallProtocol {
    /**
     * Throws when it can't make the calls of a plan.
     *
     * @throws IllegalArgumentException with what was expected
     */
    void requireFitting(LoadPlan plan);

    /**
     * Opens the connections of a plan; they are up when it returns.
     *
     * @param eventLoops threads that send and receive
     * @throws RuntimeException with one line, when the server can't be reached
     */
    Connections open(LoadPlan plan, int eventLoops);
}
