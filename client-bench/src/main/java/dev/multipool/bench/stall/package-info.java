/** Stalls of the machine: moments in which it gave no time to anybody, told from what the service under test does. */
@NullMarked
package dev.multipool.bench.stall;

import org.jspecify.annotations.NullMarked;
