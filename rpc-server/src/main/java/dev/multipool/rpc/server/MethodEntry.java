package dev.multipool.rpc.server;

import dev.multipool.rpc.server.journal.CallCounts;
import dev.multipool.rpc.server.limits.CallDoor;
import dev.multipool.rpc.server.limits.InFlightLimit;
import org.jspecify.annotations.Nullable;

/**
 * A method as it is served.
 *
 * @param binding what answers it
 * @param limit its own bound on calls in flight; null when only the server's holds
 * @param door what its calls pass, adaptive admission or another; null for none
 * @param counts its answers
 */
record MethodEntry(
        MethodBinding binding,
        @Nullable InFlightLimit limit,
        @Nullable CallDoor door,
        CallCounts counts) {}
