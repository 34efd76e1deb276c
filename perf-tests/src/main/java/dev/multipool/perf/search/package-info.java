/** The search: which pools serve the most calls within the objective. */
@NullMarked
package dev.multipool.perf.search;

import org.jspecify.annotations.NullMarked;
