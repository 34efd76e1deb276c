/** Queues of accepted tasks; not for embedders, and it may change at any time. */
@NullMarked
package dev.multipool.pools.internal.queue;

import org.jspecify.annotations.NullMarked;
