/** What may lie between a message and the bytes of its frame: compression and a checksum. */
@NullMarked
package dev.multipool.rpc.protocol.payload;

import org.jspecify.annotations.NullMarked;
