/** The load generator's command line. */
@NullMarked
package dev.multipool.bench.app;

import org.jspecify.annotations.NullMarked;
