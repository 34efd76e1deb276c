/** Looks at a service and proposes its first description. */
@NullMarked
package dev.multipool.laboratory.proposal;

import org.jspecify.annotations.NullMarked;
