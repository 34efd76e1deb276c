/** Judges the search from outside: on services whose answer is known, beside searches of others. */
@NullMarked
package dev.multipool.laboratory.judge;

import org.jspecify.annotations.NullMarked;
