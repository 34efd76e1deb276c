/** Limits of the library concurrency-limits in front of our own server's pools, at the place of adaptive admission. */
@NullMarked
package dev.multipool.perf.limiter;

import org.jspecify.annotations.NullMarked;
