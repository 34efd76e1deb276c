/** What keeps a page of the laboratory from running anything but its own scripts. */
@NullMarked
package dev.multipool.perf.page;

import org.jspecify.annotations.NullMarked;
