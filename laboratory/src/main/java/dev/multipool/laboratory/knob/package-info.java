/** Sets the knobs of a running service, and reads back what holds. */
@NullMarked
package dev.multipool.laboratory.knob;

import org.jspecify.annotations.NullMarked;
