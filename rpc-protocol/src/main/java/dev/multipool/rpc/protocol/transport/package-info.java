/** How both ends move bytes: event loops, sockets and buffers, chosen by name. */
@NullMarked
package dev.multipool.rpc.protocol.transport;

import org.jspecify.annotations.NullMarked;
