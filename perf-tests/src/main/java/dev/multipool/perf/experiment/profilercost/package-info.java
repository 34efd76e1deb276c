/** What the profiler costs. */
@NullMarked
package dev.multipool.perf.experiment.profilercost;

import org.jspecify.annotations.NullMarked;
