/** What a server is doing now, as trees that pages and files show; and the watch that writes it down when a pool is exhausted. */
@NullMarked
package dev.multipool.rpc.server.watch;

import org.jspecify.annotations.NullMarked;
