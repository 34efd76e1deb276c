/** Users kept in Redis: how they are read without ever waiting too long, and how sample users get there. */
@NullMarked
package dev.multipool.redis;

import org.jspecify.annotations.NullMarked;
