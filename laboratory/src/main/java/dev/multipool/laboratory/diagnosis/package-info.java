/** Says in words what limited a run, from the counters of its pools and from samples: pure functions. */
@NullMarked
package dev.multipool.laboratory.diagnosis;

import org.jspecify.annotations.NullMarked;
