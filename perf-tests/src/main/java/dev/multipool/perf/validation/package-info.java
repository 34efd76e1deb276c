/** What the model claims before it is measured. */
@NullMarked
package dev.multipool.perf.validation;

import org.jspecify.annotations.NullMarked;
