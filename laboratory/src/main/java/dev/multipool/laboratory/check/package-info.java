/** Finds what is wrong with a description before a search relies on it. */
@NullMarked
package dev.multipool.laboratory.check;

import org.jspecify.annotations.NullMarked;
