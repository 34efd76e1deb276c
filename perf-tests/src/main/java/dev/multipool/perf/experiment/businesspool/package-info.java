/** A sweep over fixed business pools. */
@NullMarked
package dev.multipool.perf.experiment.businesspool;

import org.jspecify.annotations.NullMarked;
