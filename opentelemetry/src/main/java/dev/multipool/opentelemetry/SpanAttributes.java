package dev.multipool.opentelemetry;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcMethod;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;

/** The names of what spans say: OpenTelemetry's semantic conventions where they have one, else {@code multipool.…}. */
final class SpanAttributes {
    static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
    static final AttributeKey<String> PEER_ADDRESS = AttributeKey.stringKey("network.peer.address");
    static final AttributeKey<Long> PEER_PORT = AttributeKey.longKey("network.peer.port");
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> THREAD_NAME = AttributeKey.stringKey("thread.name");
    static final AttributeKey<String> DB_SYSTEM = AttributeKey.stringKey("db.system.name");
    static final AttributeKey<String> DB_OPERATION = AttributeKey.stringKey("db.operation.name");
    static final AttributeKey<String> DB_QUERY = AttributeKey.stringKey("db.query.text");

    static final AttributeKey<String> POOL = AttributeKey.stringKey("multipool.pool");
    static final AttributeKey<Long> QUEUE_WAIT_NANOS = AttributeKey.longKey("multipool.queue_wait_ns");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("multipool.outcome");

    private static final AttributeKey<String> RPC_SYSTEM = AttributeKey.stringKey("rpc.system");
    private static final AttributeKey<String> RPC_SERVICE = AttributeKey.stringKey("rpc.service");
    private static final AttributeKey<String> RPC_METHOD = AttributeKey.stringKey("rpc.method");
    private static final AttributeKey<String> RPC_STATUS = AttributeKey.stringKey("rpc.response.status_code");
    private static final String BAIDU_STD = "baidu_std";
    private static final String SUCCESS = "OK";

    private SpanAttributes() {}

    static SpanBuilder rpc(SpanBuilder span) {
        return span.setAttribute(RPC_SYSTEM, BAIDU_STD);
    }

    static SpanBuilder rpc(SpanBuilder span, RpcMethod<?, ?> method) {
        return rpc(span).setAttribute(RPC_SERVICE, method.serviceName()).setAttribute(RPC_METHOD, method.methodName());
    }

    /** How the call ended: 0 is success. */
    static void rpcStatus(Span span, int code, String text) {
        if (code == 0) {
            span.setAttribute(RPC_STATUS, SUCCESS);
        } else {
            span.setAttribute(RPC_STATUS, RpcErrorCode.nameOf(code));
            error(span, RpcErrorCode.nameOf(code), text);
        }
    }

    static void error(Span span, String type, String text) {
        span.setAttribute(ERROR_TYPE, type);
        span.setStatus(StatusCode.ERROR, text);
    }
}
