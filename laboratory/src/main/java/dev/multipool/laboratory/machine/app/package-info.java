/** The main class of the helper process. */
@NullMarked
package dev.multipool.laboratory.machine.app;

import org.jspecify.annotations.NullMarked;
