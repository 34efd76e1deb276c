/** The published load tests that the simulator is held against: their figures, and a model of each. */
@NullMarked
package dev.multipool.capacity.published;

import org.jspecify.annotations.NullMarked;
