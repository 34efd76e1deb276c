/** The servers that ours is compared with, and a client for each protocol. */
@NullMarked
package dev.multipool.perf.peers.contestant;

import org.jspecify.annotations.NullMarked;
