/** Asks a running server for advice on its pools, and tries it out when asked to. */
@NullMarked
package dev.multipool.perf.advice;

import org.jspecify.annotations.NullMarked;
