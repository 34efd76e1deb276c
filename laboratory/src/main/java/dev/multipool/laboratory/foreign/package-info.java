/** Load by another program: its command is run in each window, and what it prints is read. */
@NullMarked
package dev.multipool.laboratory.foreign;

import org.jspecify.annotations.NullMarked;
