/** Executors that measure themselves, the joins that wait on them, and the bulkheads in front of them. */
@NullMarked
package dev.multipool.pools;

import org.jspecify.annotations.NullMarked;
