/** Pools as somebody else's program uses them: through the public API only. */
@NullMarked
package dev.multipool.pools.example;

import org.jspecify.annotations.NullMarked;
