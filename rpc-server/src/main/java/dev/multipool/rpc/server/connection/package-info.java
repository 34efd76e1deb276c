/** Looks after the connections of a server: how many there are, what they may hold, and why they end. */
@NullMarked
package dev.multipool.rpc.server.connection;

import org.jspecify.annotations.NullMarked;
