/** The main class of the processes that run a flow, which the laboratory commands over a line each. */
@NullMarked
package dev.multipool.perf.nested.app;

import org.jspecify.annotations.NullMarked;
