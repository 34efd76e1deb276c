/** How much a server takes: its limits, the adaptive door, and why calls are refused. */
@NullMarked
package dev.multipool.rpc.server.limits;

import org.jspecify.annotations.NullMarked;
