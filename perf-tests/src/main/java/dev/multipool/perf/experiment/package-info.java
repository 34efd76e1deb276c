/** What experiments are and what they have in common; each has a room of its own below. */
@NullMarked
package dev.multipool.perf.experiment;

import org.jspecify.annotations.NullMarked;
