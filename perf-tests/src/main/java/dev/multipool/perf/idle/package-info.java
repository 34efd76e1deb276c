/** What connections that do nothing cost the server in memory. */
@NullMarked
package dev.multipool.perf.idle;

import org.jspecify.annotations.NullMarked;
