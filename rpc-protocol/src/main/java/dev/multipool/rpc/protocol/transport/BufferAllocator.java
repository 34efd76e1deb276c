package dev.multipool.rpc.protocol.transport;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;

/** Where the buffers of a connection come from. */
public enum BufferAllocator {
    /** Chunks whose size follows what is asked for: Netty's default. */
    ADAPTIVE,
    /** Arenas per core, as in jemalloc. */
    POOLED,
    /** Each buffer from the operating system and back: slow; shows what pooling is worth, or hides, when memory leaks. */
    UNPOOLED;

    /** The process's one allocator of this kind. */
    public ByteBufAllocator allocator() {
        return switch (this) {
            case ADAPTIVE -> Adaptive.ALLOCATOR;
            case POOLED -> PooledByteBufAllocator.DEFAULT;
            case UNPOOLED -> UnpooledByteBufAllocator.DEFAULT;
        };
    }

    /** Netty has no constant for this one: its default may be set to another by a system property. */
    private static final class Adaptive {
        static final ByteBufAllocator ALLOCATOR = ByteBufAllocator.DEFAULT instanceof AdaptiveByteBufAllocator
                ? ByteBufAllocator.DEFAULT
                : new AdaptiveByteBufAllocator();
    }
}
