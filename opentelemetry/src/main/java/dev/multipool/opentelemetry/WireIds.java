package dev.multipool.opentelemetry;

import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import org.jspecify.annotations.Nullable;

/** Trace ids in a request's meta, written and read. */
final class WireIds {

    /*
     * baidu_std has 64 bits for a trace's id, OpenTelemetry 128. So the ids travel twice: trace_id, span_id and
     * parent_span_id have the lower half and the two spans, for brpc and its tools; user_fields has W3C's traceparent (and
     * tracestate), with the whole id and whether the trace is sampled. Whoever knows neither skips both.
     *
     * To brpc a trace_id says that this call is to be collected. Hence the fields of 64 bits go out with sampled traces
     * only, and a peer that sends nothing but them counts as one that sampled.
     */

    private static final int HEX = 16;
    private static final int HEX_DIGITS_OF_64_BITS = 16;
    private static final TextMapPropagator W3C = W3CTraceContextPropagator.getInstance();

    private WireIds() {}

    /**
     * Puts the ids of a call in.
     *
     * @param call its client's span
     * @param caller what that span is a child of; invalid for none
     */
    static void write(SpanContext call, SpanContext caller, RpcMeta.Builder meta) {
        W3C.inject(Context.root().with(Span.wrap(call)), meta, (to, key, value) -> {
            if (to != null) {
                to.putUserFields(key, value);
            }
        });
        if (call.isSampled()) {
            RpcRequestMeta.Builder request = meta.getRequestBuilder()
                    .setTraceId(bits(call.getTraceId().substring(HEX_DIGITS_OF_64_BITS)))
                    .setSpanId(bits(call.getSpanId()));
            if (caller.isValid()) {
                request.setParentSpanId(bits(caller.getSpanId()));
            }
        }
    }

    /** The span that the call comes from, as parent of what it causes; without one the root. */
    static Context read(RpcMeta meta) {
        if (meta.getUserFieldsCount() > 0) {
            Context whole = W3C.extract(Context.root(), meta, UserFields.INSTANCE);
            if (Span.fromContext(whole).getSpanContext().isValid()) {
                return whole;
            }
        }
        RpcRequestMeta request = meta.getRequest();
        if (request.getTraceId() == 0 || request.getSpanId() == 0) {
            return Context.root();
        }
        return Context.root()
                .with(Span.wrap(SpanContext.createFromRemoteParent(
                        TraceId.fromLongs(0, request.getTraceId()),
                        SpanId.fromLong(request.getSpanId()),
                        TraceFlags.getSampled(),
                        TraceState.getDefault())));
    }

    private static long bits(String hex) {
        return Long.parseUnsignedLong(hex, HEX);
    }

    /** Reads user fields as W3C's propagator wants them. */
    private enum UserFields implements TextMapGetter<RpcMeta> {
        INSTANCE;

        @Override
        public Iterable<String> keys(RpcMeta meta) {
            return meta.getUserFieldsMap().keySet();
        }

        @Override
        public @Nullable String get(@Nullable RpcMeta meta, String key) {
            return meta == null ? null : meta.getUserFieldsMap().get(key);
        }
    }
}
