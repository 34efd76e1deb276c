/** Which protocol makes the calls of a plan. */
@NullMarked
package dev.multipool.bench.protocol;

import org.jspecify.annotations.NullMarked;
