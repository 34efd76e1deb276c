/** The kinds of business pools that JSF has. */
@NullMarked
package dev.multipool.perf.experiment.jsfpools;

import org.jspecify.annotations.NullMarked;
