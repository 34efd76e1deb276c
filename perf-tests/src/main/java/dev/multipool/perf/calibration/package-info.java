/** Profiles of the service for the model, out of short runs, and the model beside measurements. */
@NullMarked
package dev.multipool.perf.calibration;

import org.jspecify.annotations.NullMarked;
