/**
 * The client: typed calls over a few multiplexed connections, with deadlines, a bound on pending calls and reconnects, to
 * one server or to several.
 */
@NullMarked
package dev.multipool.rpc.client;

import org.jspecify.annotations.NullMarked;
