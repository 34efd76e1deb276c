/** What runs on each watched core, in the helper process: a spin loop, a meter of stalls, a sampler of the core's speed. */
@NullMarked
package dev.multipool.laboratory.machine.cores;

import org.jspecify.annotations.NullMarked;
