/** What a nested fan-out over measured pools costs beside the same over plain executors and latches. */
@NullMarked
package dev.multipool.perf.nested;

import org.jspecify.annotations.NullMarked;
