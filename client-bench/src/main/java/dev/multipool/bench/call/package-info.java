/** What each call asks and how its answer is judged. */
@NullMarked
package dev.multipool.bench.call;

import org.jspecify.annotations.NullMarked;
