package dev.multipool.rpc.server.connection;

import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Makes the frames that tell callers of errors. */
public final class ErrorFrames {
    private ErrorFrames() {}

    /** The answer with the failure's code and text, to the call with this id. */
    public static ByteBuf encode(ByteBufAllocator allocator, long correlationId, RpcException failure) {
        RpcMeta meta = RpcMeta.newBuilder()
                .setResponse(RpcResponseMeta.newBuilder()
                        .setErrorCode(failure.codeNumber())
                        .setErrorText(String.valueOf(failure.text())))
                .setCorrelationId(correlationId)
                .build();
        return FrameEncoder.encode(allocator, meta);
    }
}
