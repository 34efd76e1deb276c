/** The laboratory's experiments: which runs answer which question, and in which order they are made. */
@NullMarked
package dev.multipool.perf;

import org.jspecify.annotations.NullMarked;
