package dev.multipool.rpc.server.connection;

import dev.multipool.rpc.protocol.FrameBudget;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.server.journal.RateLimitedLog;
import dev.multipool.rpc.server.limits.ServerLimits;

/**
 * What looks after all connections of one server.
 *
 * @param gate how many there may be
 * @param budget what their unfinished frames may hold
 * @param guard the end of their pipelines
 * @param ends why they were closed
 */
public record ConnectionCare(ConnectionGate gate, FrameBudget budget, ConnectionGuard guard, ConnectionEnds ends) {
    /**
     * Makes what looks after the connections of a server with these bounds.
     *
     * @param maxUnfinishedBytes most bytes that unfinished frames hold, of all connections
     */
    public static ConnectionCare of(
            ServerLimits limits, FrameLimits frames, long maxUnfinishedBytes, RateLimitedLog limited) {
        ConnectionEnds ends = new ConnectionEnds(limited);
        ConnectionGate gate = new ConnectionGate(limits.maxConnections(), limits.whenConnectionsFull(), limited);
        FrameBudget budget = new FrameBudget(
                maxUnfinishedBytes,
                frames,
                channel -> ends.close(
                        channel,
                        ConnectionEnd.UNFINISHED_FRAMES_FULL,
                        "unfinished frames hold " + maxUnfinishedBytes
                                + " bytes, as much as they may, and this one had to make room"));
        return new ConnectionCare(gate, budget, new ConnectionGuard(limited, ends), ends);
    }
}
