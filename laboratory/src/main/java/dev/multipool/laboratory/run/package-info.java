/** One run: a server JVM, a generator JVM and Redis, started, warmed up, watched and judged. */
@NullMarked
package dev.multipool.laboratory.run;

import org.jspecify.annotations.NullMarked;
