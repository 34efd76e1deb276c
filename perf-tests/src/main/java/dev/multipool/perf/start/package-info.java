/** How long the server takes from its start to its first answered call. */
@NullMarked
package dev.multipool.perf.start;

import org.jspecify.annotations.NullMarked;
