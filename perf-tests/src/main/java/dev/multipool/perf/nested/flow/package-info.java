/** The same flow of steps over different executors, and the closed loop that drives it. */
@NullMarked
package dev.multipool.perf.nested.flow;

import org.jspecify.annotations.NullMarked;
