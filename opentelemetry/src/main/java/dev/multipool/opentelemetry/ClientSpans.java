package dev.multipool.opentelemetry;

import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.observe.ClientCallObserver;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

/** A span for each call of a client, a child of what its caller's thread is in. */
final class ClientSpans implements ClientCallObserver {
    private final Tracer tracer;

    ClientSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public @Nullable ObservedCall begins(RpcMethod<?, ?> method, String host, int port) {
        Context caller = Context.current();
        Span span = SpanAttributes.rpc(tracer.spanBuilder(method.fullName()), method)
                .setParent(caller)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(SpanAttributes.SERVER_ADDRESS, host)
                .setAttribute(SpanAttributes.SERVER_PORT, (long) port)
                .startSpan();
        // without an SDK there are no ids
        return span.getSpanContext().isValid()
                ? new TracedCall(span, Span.fromContext(caller).getSpanContext())
                : null;
    }

    private record TracedCall(Span span, SpanContext caller) implements ObservedCall {
        @Override
        public void addTo(RpcMeta.Builder request) {
            WireIds.write(span.getSpanContext(), caller, request);
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            if (failure == null) {
                SpanAttributes.rpcStatus(span, 0, "");
            } else if (failure instanceof RpcException rpc) {
                SpanAttributes.rpcStatus(span, rpc.codeNumber(), rpc.text());
            } else {
                SpanAttributes.error(span, failure.getClass().getName(), String.valueOf(failure.getMessage()));
            }
            span.end();
        }
    }
}
