/** The mock dependency as both ends see it: its methods, typed. The messages are generated into {@code mock.v1}. */
@NullMarked
package dev.multipool.mock;

import org.jspecify.annotations.NullMarked;
