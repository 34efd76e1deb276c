/** What load to make: where it goes, when calls are sent, what they ask and for how long. Values alone. */
@NullMarked
package dev.multipool.bench.plan;

import org.jspecify.annotations.NullMarked;
