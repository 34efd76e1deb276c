package dev.multipool.rpc.client;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import dev.multipool.rpc.protocol.payload.PayloadException;
import dev.multipool.rpc.protocol.payload.Payloads;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/** Encodes the calls of one connection. Confined to its event loop. */
final class RequestEncoder {
    private final RpcClientSettings.Wire wire;

    // what the connection's first call brings along; empty once it is sent
    private ByteString credential = ByteString.EMPTY;

    // users call one method with one timeout for long: its meta is made once
    private @Nullable RpcMethod<?, ?> lastMethod;
    private RpcRequestMeta lastRequestMeta = RpcRequestMeta.getDefaultInstance();

    RequestEncoder(RpcClientSettings.Wire wire) {
        this.wire = wire;
    }

    /** A new channel: its first call brings the credential along. */
    void reset() {
        credential = wire.credential();
    }

    /**
     * Makes the frame of a call.
     *
     * @throws RpcException with EREQUEST when the request can't be sent
     */
    ByteBuf encode(PendingCall<?, ?> call, long correlationId, long remainingNanos, ByteBufAllocator allocator) {
        RpcMeta.Builder meta = RpcMeta.newBuilder()
                .setRequest(requestMeta(call.method(), CallTimeout.toWireMillis(remainingNanos)))
                .setCorrelationId(correlationId);
        if (!credential.isEmpty()) {
            meta.setAuthenticationData(credential);
        }
        call.addTo(meta);
        ByteBuf frame = frame(call, meta, allocator);
        credential = ByteString.EMPTY;
        return frame;
    }

    private ByteBuf frame(PendingCall<?, ?> call, RpcMeta.Builder meta, ByteBufAllocator allocator) {
        try {
            return Payloads.frame(
                    allocator,
                    meta,
                    call.request(),
                    wire.format(),
                    call.attachment(),
                    wire.limits().maxBodyBytes());
        } catch (PayloadException e) {
            throw new RpcException(RpcErrorCode.EREQUEST, call.method().fullName() + ": the request " + e.getMessage());
        }
    }

    private RpcRequestMeta requestMeta(RpcMethod<?, ?> method, int timeoutMillis) {
        if (!method.equals(lastMethod) || timeoutMillis != lastRequestMeta.getTimeoutMs()) {
            lastMethod = method;
            lastRequestMeta = RpcRequestMeta.newBuilder()
                    .setServiceName(method.serviceName())
                    .setMethodName(method.methodName())
                    .setTimeoutMs(timeoutMillis)
                    .build();
        }
        return lastRequestMeta;
    }
}
