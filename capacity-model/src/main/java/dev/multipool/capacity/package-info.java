/** How many threads a pool needs: formulas and models, as pure functions of measured figures. */
@NullMarked
package dev.multipool.capacity;

import org.jspecify.annotations.NullMarked;
