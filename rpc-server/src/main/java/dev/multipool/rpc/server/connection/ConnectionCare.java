package dev.multipool.rpc.server.connection;

import dev.multipool.rpc.protocol.FrameBudget;

/**
 * What looks after all connections of one server.
 *
 * @param gate how many there may be
 * @param budget what their unfinished frames may hold
 * @param guard the end of their pipelines
 * @param ends why they were closed
 */
public record ConnectionCare(ConnectionGate gate, FrameBudget budget, ConnectionGuard guard, ConnectionEnds ends) {}
