/** What becomes of calls, written down: counts by method and code, slow calls, and warnings at a bounded rate. */
@NullMarked
package dev.multipool.rpc.server.journal;

import org.jspecify.annotations.NullMarked;
