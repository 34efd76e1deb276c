/** Where a Redis comes from: a given one, a container, or an embedded redis-server that ends with us. */
@NullMarked
package dev.multipool.redis.source;

import org.jspecify.annotations.NullMarked;
