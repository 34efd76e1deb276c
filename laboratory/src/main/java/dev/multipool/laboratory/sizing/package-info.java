/** The search for sizes by measurement alone: it knows knobs and loads, but nothing of how a service works. */
@NullMarked
package dev.multipool.laboratory.sizing;

import org.jspecify.annotations.NullMarked;
