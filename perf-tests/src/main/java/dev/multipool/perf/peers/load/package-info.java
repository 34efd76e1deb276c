/** The closed and the open loop that load one contestant, and what they measure. */
@NullMarked
package dev.multipool.perf.peers.load;

import org.jspecify.annotations.NullMarked;
