/** The client: typed calls over a few multiplexed connections, with deadlines, a bound on pending calls and reconnects. */
@NullMarked
package dev.multipool.rpc.client;

import org.jspecify.annotations.NullMarked;
