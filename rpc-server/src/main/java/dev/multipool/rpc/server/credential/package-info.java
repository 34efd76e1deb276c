/** Asks the first call of each connection for a credential. */
@NullMarked
package dev.multipool.rpc.server.credential;

import org.jspecify.annotations.NullMarked;
