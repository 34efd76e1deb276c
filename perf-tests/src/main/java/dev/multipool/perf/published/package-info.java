/** Figures that others published, and how they stand beside ours. */
@NullMarked
package dev.multipool.perf.published;

import org.jspecify.annotations.NullMarked;
