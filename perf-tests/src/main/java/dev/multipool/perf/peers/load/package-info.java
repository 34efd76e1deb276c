/** The closed loop that loads one contestant, and what it measures. */
@NullMarked
package dev.multipool.perf.peers.load;

import org.jspecify.annotations.NullMarked;
