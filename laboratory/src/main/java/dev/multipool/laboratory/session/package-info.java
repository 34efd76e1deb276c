/** The runs of one experiment: in which order they are made, how often, and for how long. */
@NullMarked
package dev.multipool.laboratory.session;

import org.jspecify.annotations.NullMarked;
