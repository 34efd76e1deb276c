/** Pools with workers, which take tasks out of a backlog; not for embedders, and it may change at any time. */
@NullMarked
package dev.multipool.pools.internal.worker;

import org.jspecify.annotations.NullMarked;
