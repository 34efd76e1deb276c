package dev.multipool.rpc.server;

import org.jspecify.annotations.Nullable;

/**
 * A method as it is served.
 *
 * @param binding what answers it
 * @param limit its own bound on calls in flight; null when only the server's holds
 */
record MethodEntry(MethodBinding binding, @Nullable InFlightLimit limit) {}
