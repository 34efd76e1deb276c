/** What a sampling profiler saw in a server under load: thread states by pool, and flame graphs. */
@NullMarked
package dev.multipool.laboratory.sampling;

import org.jspecify.annotations.NullMarked;
