package dev.multipool.rpc.server.connection;

import java.time.Duration;

/**
 * An open connection.
 *
 * @param peer the address at its other end
 * @param age since it was accepted
 * @param calls requests that came over it
 * @param unsentBytes bytes of answers that wait for the peer to read
 * @param reading whether the server reads from it; it does not while too much is unsent
 */
public record ConnectionView(String peer, Duration age, long calls, long unsentBytes, boolean reading) {}
