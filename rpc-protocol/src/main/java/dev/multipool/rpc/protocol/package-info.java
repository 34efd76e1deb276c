/** The baidu_std wire: frames, their limits, the codec over Netty buffers, and the typed description of a method. */
@NullMarked
package dev.multipool.rpc.protocol;

import org.jspecify.annotations.NullMarked;
