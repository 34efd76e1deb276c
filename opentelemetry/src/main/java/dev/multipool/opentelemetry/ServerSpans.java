package dev.multipool.opentelemetry;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.observe.ServerCallObserver;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** A span for each call of a server, from its arrival until its answer goes to its connection. */
final class ServerSpans implements ServerCallObserver {
    /** No name that a caller makes up becomes one of ours. */
    private static final String UNKNOWN = "unknown";

    private final Tracer tracer;

    private final boolean joins;

    /**
     * @param joins whether calls belong to the traces that they name; else they begin their own
     */
    ServerSpans(Tracer tracer, boolean joins) {
        this.tracer = tracer;
        this.joins = joins;
    }

    @Override
    public @Nullable ObservedCall arrived(@Nullable RpcMethod<?, ?> method, RpcMeta meta, SocketAddress caller) {
        Context remote = WireIds.read(meta);
        Context parent = joins ? remote : Context.root();
        SpanBuilder builder = method == null
                ? SpanAttributes.rpc(tracer.spanBuilder(UNKNOWN))
                : SpanAttributes.rpc(tracer.spanBuilder(method.fullName()), method);
        if (!joins) {
            // one that is not valid is no link
            builder.addLink(Span.fromContext(remote).getSpanContext());
        }
        Span span = builder.setParent(parent).setSpanKind(SpanKind.SERVER).startSpan();
        if (!span.getSpanContext().isValid()) {
            return null;
        }
        if (span.isRecording() && caller instanceof InetSocketAddress address && address.getAddress() != null) {
            span.setAttribute(SpanAttributes.PEER_ADDRESS, address.getAddress().getHostAddress());
            span.setAttribute(SpanAttributes.PEER_PORT, (long) address.getPort());
        }
        return new TracedCall(span, parent.with(span));
    }

    private record TracedCall(Span span, Context context) implements ObservedCall {
        @Override
        @SuppressWarnings("MustBeClosedChecker") // whoever enters closes
        public Scope enter() {
            io.opentelemetry.context.Scope scope = context.makeCurrent();
            return scope::close;
        }

        @Override
        public void answered(int code, String text) {
            SpanAttributes.rpcStatus(span, code, text);
            span.end();
        }

        @Override
        public void dropped() {
            SpanAttributes.rpcStatus(
                    span, RpcErrorCode.EFAILEDSOCKET.number(), "the connection or the server ended before the answer");
            span.end();
        }
    }
}
