/** What every pool is made of, from its door to the end of a task; not for embedders, and it may change at any time. */
@NullMarked
package dev.multipool.pools.internal;

import org.jspecify.annotations.NullMarked;
