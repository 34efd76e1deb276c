/** The ceiling that many threads set. */
@NullMarked
package dev.multipool.perf.experiment.maxthreads;

import org.jspecify.annotations.NullMarked;
