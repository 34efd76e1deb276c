/** The search for the sizes of a service that a file describes. */
@NullMarked
package dev.multipool.laboratory.search;

import org.jspecify.annotations.NullMarked;
