/** What planted noise does to the laboratory's figures: of the machine, which must not show, and of the service, which must. */
@NullMarked
package dev.multipool.perf.noise;

import org.jspecify.annotations.NullMarked;
