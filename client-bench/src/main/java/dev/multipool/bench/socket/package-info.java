/** What the protocols over Netty's sockets share: whom they reach, what they carry, how they end. */
@NullMarked
package dev.multipool.bench.socket;

import org.jspecify.annotations.NullMarked;
