/** Pairs of common and select pools. */
@NullMarked
package dev.multipool.perf.experiment.nestedpools;

import org.jspecify.annotations.NullMarked;
