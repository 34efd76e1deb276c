/** The machine under a run: cores kept awake, stalls, speed, scheduling groups, and whether it is calm. */
@NullMarked
package dev.multipool.laboratory.machine;

import org.jspecify.annotations.NullMarked;
