/** What servers keep under overload. */
@NullMarked
package dev.multipool.perf.experiment.overload;

import org.jspecify.annotations.NullMarked;
