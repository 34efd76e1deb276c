/** Measures the calls of a run in its window, leaves disturbed slices out, and says whether the rest counts. */
@NullMarked
package dev.multipool.bench.measure;

import org.jspecify.annotations.NullMarked;
