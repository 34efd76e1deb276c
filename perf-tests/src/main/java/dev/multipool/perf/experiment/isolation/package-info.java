/** A bulkhead around a dependency. */
@NullMarked
package dev.multipool.perf.experiment.isolation;

import org.jspecify.annotations.NullMarked;
