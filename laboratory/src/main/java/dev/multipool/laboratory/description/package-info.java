/** The description of a service under test, as its file says it: how it starts, what its knobs are, what is asked of it. */
@NullMarked
package dev.multipool.laboratory.description;

import org.jspecify.annotations.NullMarked;
