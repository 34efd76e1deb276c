/** A CPU quota beside cores of its own. */
@NullMarked
package dev.multipool.perf.experiment.quotaorcores;

import org.jspecify.annotations.NullMarked;
