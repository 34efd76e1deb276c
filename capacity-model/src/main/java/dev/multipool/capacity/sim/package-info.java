/** A discrete-event simulator of services on thread pools: the same settings and seed give the same figures. */
@NullMarked
package dev.multipool.capacity.sim;

import org.jspecify.annotations.NullMarked;
