package dev.multipool.rpc.client;

/**
 * One server of a {@link BalancedClient} at a moment.
 *
 * @param address where it is
 * @param connectionsUp connections that take calls
 * @param inFlight calls that this client sent it and that have not ended
 * @param isEjected whether it failed, and is out or on trial for that
 * @param isLeaving whether it said that it stops, and no connection was made since
 */
public record ServerView(
        ServerAddress address, int connectionsUp, int inFlight, boolean isEjected, boolean isLeaving) {}
