/** Searches for pool sizes in the simulator: what to measure, before anything is measured. */
@NullMarked
package dev.multipool.capacity.search;

import org.jspecify.annotations.NullMarked;
