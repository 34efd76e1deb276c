/** What a caller is answered when something behind a handler failed, for all methods alike. */
@NullMarked
package dev.multipool.rpc.server.app.failure;

import org.jspecify.annotations.NullMarked;
