package dev.multipool.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireIdsTest {
    private static final String TRACE = "0123456789abcdeffedcba9876543210";
    private static final String CALL = "f000000000000001";
    private static final String CALLER = "00000000000000c5";

    @Test
    void write_ofASampledTrace_hasTheLowerHalfForBrpcAndTheWholeForUs() {
        RpcMeta meta = written(context(CALL, TraceFlags.getSampled()), context(CALLER, TraceFlags.getSampled()));

        assertThat(meta.getRequest().getTraceId()).isEqualTo(0xfedcba9876543210L);
        assertThat(meta.getRequest().getSpanId()).isEqualTo(0xf000000000000001L);
        assertThat(meta.getRequest().getParentSpanId()).isEqualTo(0xc5L);
        assertThat(meta.getUserFieldsMap()).containsOnly(Map.entry("traceparent", "00-" + TRACE + "-" + CALL + "-01"));
    }

    @Test
    void write_keepsWhatTheMetaHad() {
        RpcMeta meta = written(context(CALL, TraceFlags.getSampled()), SpanContext.getInvalid());

        assertThat(meta.getRequest().getMethodName()).isEqualTo("m");
        assertThat(meta.getRequest().hasParentSpanId()).isFalse();
    }

    /** To brpc a trace_id says: collect. */
    @Test
    void write_ofATraceThatIsNotSampled_asksNoBrpcServerToCollect() {
        RpcMeta meta = written(context(CALL, TraceFlags.getDefault()), SpanContext.getInvalid());

        assertThat(meta.getRequest().hasTraceId()).isFalse();
        assertThat(meta.getRequest().hasSpanId()).isFalse();
        assertThat(meta.getUserFieldsMap()).containsEntry("traceparent", "00-" + TRACE + "-" + CALL + "-00");
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 1})
    void read_ofWhatWasWritten_isTheCall(byte flags) {
        SpanContext call = SpanContext.create(
                TRACE,
                CALL,
                TraceFlags.fromByte(flags),
                TraceState.builder().put("vendor", "x").build());

        SpanContext read = read(written(call, SpanContext.getInvalid()));

        assertThat(read.getTraceId()).isEqualTo(TRACE);
        assertThat(read.getSpanId()).isEqualTo(CALL);
        assertThat(read.isSampled()).isEqualTo(flags == 1);
        assertThat(read.getTraceState()).isEqualTo(call.getTraceState());
        assertThat(read.isRemote()).isTrue();
    }

    @Test
    void read_ofBrpcsIdsAlone_isASampledTraceWhoseUpperHalfIsZero() {
        SpanContext read = read(RpcMeta.newBuilder()
                .setRequest(request().setTraceId(-2).setSpanId(7).setParentSpanId(6))
                .buildPartial());

        assertThat(read.getTraceId()).isEqualTo("0000000000000000fffffffffffffffe");
        assertThat(read.getSpanId()).isEqualTo("0000000000000007");
        assertThat(read.isSampled()).isTrue();
        assertThat(read.isRemote()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00-0-0-01", "nonsense", "ff-" + TRACE + "-" + CALL + "-01"})
    void read_ofATraceparentThatIsNone_usesTheOtherIds(String traceparent) {
        RpcMeta.Builder meta = RpcMeta.newBuilder().putUserFields("traceparent", traceparent);

        assertThat(read(meta.buildPartial()).isValid()).isFalse();

        meta.setRequest(request().setTraceId(1).setSpanId(7));
        assertThat(read(meta.buildPartial()).getSpanId()).isEqualTo("0000000000000007");
    }

    @Test
    void read_ofATraceWithoutASpan_isNoParent() {
        RpcMeta meta = RpcMeta.newBuilder().setRequest(request().setTraceId(1)).buildPartial();

        assertThat(read(meta).isValid()).isFalse();
    }

    private static RpcRequestMeta.Builder request() {
        return RpcRequestMeta.newBuilder().setServiceName("s").setMethodName("m");
    }

    private static SpanContext context(String span, TraceFlags flags) {
        return SpanContext.create(TRACE, span, flags, TraceState.getDefault());
    }

    private static RpcMeta written(SpanContext call, SpanContext caller) {
        RpcMeta.Builder meta = RpcMeta.newBuilder().setRequest(request());
        WireIds.write(call, caller, meta);
        return meta.build();
    }

    private static SpanContext read(RpcMeta meta) {
        Context parent = WireIds.read(meta);
        return Span.fromContext(parent).getSpanContext();
    }
}
