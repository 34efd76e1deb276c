/** The main class of the helper process. */
@NullMarked
package dev.multipool.perf.machine.app;

import org.jspecify.annotations.NullMarked;
