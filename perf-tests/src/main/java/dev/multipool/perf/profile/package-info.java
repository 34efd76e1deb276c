/** What calibration reads and writes: measured runs, and a service's profile. */
@NullMarked
package dev.multipool.perf.profile;

import org.jspecify.annotations.NullMarked;
