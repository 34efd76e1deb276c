/** Which Redis is wanted, and the Redis that was got: the given one, or one that a provider on the class path started. */
@NullMarked
package dev.multipool.redis.provision;

import org.jspecify.annotations.NullMarked;
