/** The laboratory's command line: the one place that wires its parts, prints and exits. */
@NullMarked
package dev.multipool.perf.app;

import org.jspecify.annotations.NullMarked;
