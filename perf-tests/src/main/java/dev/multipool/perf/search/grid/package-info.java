/** The search against the measurement of every combination. */
@NullMarked
package dev.multipool.perf.search.grid;

import org.jspecify.annotations.NullMarked;
