/** From a few measured runs of a service to a profile of it, and from that to figures for other machines. */
@NullMarked
package dev.multipool.capacity.calibration;

import org.jspecify.annotations.NullMarked;
