/** Pools sized by the law of Little. */
@NullMarked
package dev.multipool.perf.experiment.littleslaw;

import org.jspecify.annotations.NullMarked;
