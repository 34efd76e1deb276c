/** Adaptive admission: how many calls a server may have in flight so that their response time keeps an objective. */
@NullMarked
package dev.multipool.pools.admission;

import org.jspecify.annotations.NullMarked;
