/** A Redis of our own for trying, testing and measuring: a container, or an embedded redis-server that ends with us. */
@NullMarked
package dev.multipool.redis.source;

import org.jspecify.annotations.NullMarked;
