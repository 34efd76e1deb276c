/** What a sampling profiler saw in a server under load: thread states by pool, and flame graphs. */
@NullMarked
package dev.multipool.perf.sampling;

import org.jspecify.annotations.NullMarked;
