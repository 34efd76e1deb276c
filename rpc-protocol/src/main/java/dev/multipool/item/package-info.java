/** The item service as both ends see it: its methods, typed. The messages are generated into {@code item.v1}. */
@NullMarked
package dev.multipool.item;

import org.jspecify.annotations.NullMarked;
