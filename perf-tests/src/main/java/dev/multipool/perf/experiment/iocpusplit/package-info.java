/** Pools by nesting beside pools by kind of work. */
@NullMarked
package dev.multipool.perf.experiment.iocpusplit;

import org.jspecify.annotations.NullMarked;
