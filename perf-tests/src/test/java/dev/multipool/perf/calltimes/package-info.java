/** Both ends of a call: what its caller measures, set beside what its server measures of the very call. */
@NullMarked
package dev.multipool.perf.calltimes;

import org.jspecify.annotations.NullMarked;
