/** The machine around a run: what the processes take of it, and what it is. */
@NullMarked
package dev.multipool.bench.machine;

import org.jspecify.annotations.NullMarked;
