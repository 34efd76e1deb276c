/** Platform threads, virtual threads, and no threads. */
@NullMarked
package dev.multipool.perf.experiment.executionmodels;

import org.jspecify.annotations.NullMarked;
