package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.payload.PayloadException;
import dev.multipool.rpc.protocol.payload.PayloadFormat;

/** Refuses what baidu_std has and this server does not serve. */
final class RequestChecks {
    private RequestChecks() {}

    /**
     * Checks a received meta and tells how its payload is packed.
     *
     * @throws RpcException EREQUEST with what was seen and what was expected
     */
    static PayloadFormat requireServable(RpcMeta meta) {
        if (!meta.hasRequest()) {
            throw newRefusal("a frame without request meta", "a request");
        }
        if (!meta.isInitialized()) {
            throw newRefusal("a request without service_name or method_name", "both");
        }
        if (meta.getRequest().getTimeoutMs() < 0) {
            throw newRefusal("timeout_ms " + meta.getRequest().getTimeoutMs(), ">= 0");
        }
        if (meta.getContentType() != 0) {
            throw newRefusal("content_type " + meta.getContentType(), "0, protobuf");
        }
        if (meta.hasStreamSettings()) {
            throw newRefusal("stream_settings", "a unary call");
        }
        try {
            return PayloadFormat.of(meta);
        } catch (PayloadException e) {
            throw new RpcException(RpcErrorCode.EREQUEST, "a request that " + e.getMessage());
        }
    }

    private static RpcException newRefusal(String what, String expected) {
        return new RpcException(RpcErrorCode.EREQUEST, what + " (expected: " + expected + ")");
    }
}
