/** The main classes of the experiment's processes, which the laboratory commands over a line each. */
@NullMarked
package dev.multipool.perf.peers.app;

import org.jspecify.annotations.NullMarked;
