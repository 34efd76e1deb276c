/** A long run under load and trouble, and whether what it held stayed the same. */
@NullMarked
package dev.multipool.perf.soak;

import org.jspecify.annotations.NullMarked;
