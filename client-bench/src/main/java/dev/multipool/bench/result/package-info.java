/** What one run measured, as values and as JSON. */
@NullMarked
package dev.multipool.bench.result;

import org.jspecify.annotations.NullMarked;
