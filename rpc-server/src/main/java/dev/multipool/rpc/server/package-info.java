/** The server library: methods registered with typed handlers, each run on a named pool or on the event loop. */
@NullMarked
package dev.multipool.rpc.server;

import org.jspecify.annotations.NullMarked;
