/** The processes of a run, the cores that each gets, and what else used those cores meanwhile. */
@NullMarked
package dev.multipool.laboratory.process;

import org.jspecify.annotations.NullMarked;
