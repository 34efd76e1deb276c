/** The user service as both ends see it: its methods, typed. The messages are generated into {@code user.v1}. */
@NullMarked
package dev.multipool.user;

import org.jspecify.annotations.NullMarked;
