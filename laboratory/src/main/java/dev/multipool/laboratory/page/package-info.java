/** What keeps a page of the laboratory from running anything but its own scripts. */
@NullMarked
package dev.multipool.laboratory.page;

import org.jspecify.annotations.NullMarked;
