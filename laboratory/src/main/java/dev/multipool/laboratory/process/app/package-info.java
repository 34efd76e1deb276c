/** Main classes of the laboratory's own processes, and their logging. */
@NullMarked
package dev.multipool.laboratory.process.app;

import org.jspecify.annotations.NullMarked;
