/** The live page of any JVM that has the agent. */
@NullMarked
package dev.multipool.perf.watch;

import org.jspecify.annotations.NullMarked;
