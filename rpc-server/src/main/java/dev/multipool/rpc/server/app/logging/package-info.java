/** How the application writes its log: never in the way of a call. */
@NullMarked
package dev.multipool.rpc.server.app.logging;

import org.jspecify.annotations.NullMarked;
