/** A model of a described service, made of what the agent tells of its pools, that says which sizes are worth measuring. */
@NullMarked
package dev.multipool.laboratory.guide;

import org.jspecify.annotations.NullMarked;
