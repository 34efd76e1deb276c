package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.opentelemetry.CallTracing;
import dev.multipool.pools.FanOut;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.server.app.tracing.CollectedSpans;
import dev.multipool.user.v1.UserInfo;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the trace of a call begins, travels on the wire, and ends. */
@ExtendWith(LeakCheck.class)
class TracingIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String NAME = Echo.BLOCKING.fullName();
    private static final AttributeKey<String> STATUS = AttributeKey.stringKey("rpc.response.status_code");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    private final CollectedSpans spans = new CollectedSpans();
    private final SdkTracerProvider here = spans.provider(Sampler.alwaysOn());
    private final SdkTracerProvider there = spans.provider(Sampler.parentBased(Sampler.alwaysOn()));
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void end() {
        release.countDown();
        here.close();
        there.close();
    }

    @Test
    void idsOnTheWire_areThoseOfTheClientsSpanAndItsParent() throws Exception {
        List<RpcMeta> metas = new CopyOnWriteArrayList<>();
        try (RpcServer server = RpcServer.builder()
                        .pool(PoolConfig.parse("business", "fixed:threads=1,queue=9"))
                        .observer((method, meta, caller) -> {
                            metas.add(meta);
                            return null;
                        })
                        .blocking(Echo.BLOCKING, "business", (request, call) -> request)
                        .build();
                RpcClient client = start(server, here)) {
            Span caller = here.get("test").spanBuilder("caller").startSpan();
            within(caller, () -> client.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT));

            SpanData call = spans.one(NAME);
            RpcMeta meta = metas.get(0);
            assertThat(TraceId.fromLongs(0, meta.getRequest().getTraceId()).substring(16))
                    .isEqualTo(call.getTraceId().substring(16));
            assertThat(SpanId.fromLong(meta.getRequest().getSpanId())).isEqualTo(call.getSpanId());
            assertThat(SpanId.fromLong(meta.getRequest().getParentSpanId()))
                    .isEqualTo(caller.getSpanContext().getSpanId());
            assertThat(meta.getUserFieldsMap().get("traceparent"))
                    .isEqualTo("00-" + call.getTraceId() + "-" + call.getSpanId() + "-"
                            + call.getSpanContext().getTraceFlags().asHex());
        }
    }

    @Test
    void callOfOurClient_isOneTraceOfBothEnds() throws Exception {
        try (RpcServer server = server("fixed:threads=1,queue=9");
                RpcClient client = start(server, here)) {
            client.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT);

            SpanData call = ofKind(SpanKind.CLIENT);
            SpanData served = ofKind(SpanKind.SERVER);
            assertThat(call.getParentSpanContext().isValid()).isFalse();
            assertThat(served.getTraceId()).isEqualTo(call.getTraceId());
            assertThat(served.getParentSpanId()).isEqualTo(call.getSpanId());
            assertThat(served.getParentSpanContext().isRemote()).isTrue();
            assertThat(call.getAttributes().asMap())
                    .containsEntry(AttributeKey.stringKey("rpc.system"), "baidu_std")
                    .containsEntry(AttributeKey.stringKey("rpc.service"), "test.v1.Echo")
                    .containsEntry(AttributeKey.stringKey("rpc.method"), "blocking")
                    .containsEntry(AttributeKey.stringKey("server.address"), "127.0.0.1")
                    .containsEntry(AttributeKey.longKey("server.port"), (long)
                            server.address().getPort())
                    .containsEntry(STATUS, "OK");
            assertThat(served.getAttributes().asMap())
                    .containsEntry(AttributeKey.stringKey("network.peer.address"), "127.0.0.1")
                    .containsEntry(STATUS, "OK");
        }
    }

    @Test
    void callOfAForeignClient_withBrpcsIdsAlone_isJoined() throws Exception {
        try (RpcServer server = started(server("fixed:threads=1,queue=9"));
                RawConnection raw = new RawConnection(server)) {
            RpcMeta.Builder request = RawConnection.request("test.v1.Echo", "blocking", 1);
            request.getRequestBuilder()
                    .setTraceId(0xabcdef0123456789L)
                    .setSpanId(0x77)
                    .setParentSpanId(0x76);
            raw.send(request.build(), Echo.user(1).toByteArray());

            assertThat(raw.receive().getResponse().getErrorCode()).isZero();
            SpanData served = ofKind(SpanKind.SERVER);
            assertThat(served.getTraceId()).isEqualTo("0000000000000000abcdef0123456789");
            assertThat(served.getParentSpanId()).isEqualTo("0000000000000077");
            assertThat(spans.one("pool business").getParentSpanId()).isEqualTo(served.getSpanId());
        }
    }

    @Test
    void callAtTheEdge_isATraceOfItsOwn_linkedToItsCallers() throws Exception {
        try (RpcServer server = traced("fixed:threads=1,queue=9")
                        .observer(CallTracing.of(there).edgeServer())
                        .build();
                RpcClient client = start(server, here)) {
            client.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT);

            SpanData call = ofKind(SpanKind.CLIENT);
            SpanData served = ofKind(SpanKind.SERVER);
            assertThat(served.getParentSpanContext().isValid()).isFalse();
            assertThat(served.getTraceId()).isNotEqualTo(call.getTraceId());
            assertThat(served.getLinks()).singleElement().satisfies(link -> assertThat(
                            link.getSpanContext().getSpanId())
                    .isEqualTo(call.getSpanId()));
        }
    }

    @Test
    void callWithoutIds_isARootOfItsOwn_andAnUnknownMethodGivesNoName() throws Exception {
        try (RpcServer server = started(server("fixed:threads=1,queue=9"));
                RawConnection raw = new RawConnection(server)) {
            raw.send(
                    RawConnection.request("test.v1.Echo", "blocking", 1).build(),
                    Echo.user(1).toByteArray());
            raw.receive();
            raw.send(RawConnection.request("test.v1.Echo", "made up", 2).build(), new byte[0]);
            raw.receive();

            assertThat(spans.one(NAME).getParentSpanContext().isValid()).isFalse();
            assertThat(spans.one("unknown").getAttributes().get(STATUS)).isEqualTo("ENOMETHOD");
            assertThat(spans.one("unknown").getTraceId())
                    .isNotEqualTo(spans.one(NAME).getTraceId());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void traceThatIsNotSampled_exportsNothing_andItsIdsPassOn(boolean waiting) throws Exception {
        List<SpanContext> seen = new CopyOnWriteArrayList<>();
        RpcServerBuilder builder = traced("fixed:threads=1,queue=9")
                .pool(PoolConfig.parse("select", "fixed:threads=1,queue=9"))
                .async(Echo.ASYNC, (request, call) -> FanOut.on(call.pool("select"))
                        .compose(List.of(seenBy(seen)), TIMEOUT)
                        .thenApply(done -> request));
        builder.blocking(Echo.method("test.v1.Echo", "Echo", "waiting"), "business", (request, call) -> {
            FanOut.on(call.pool("select")).join(List.of(seenBy(seen)), TIMEOUT);
            return request;
        });
        try (SdkTracerProvider off = spans.provider(Sampler.alwaysOff());
                RpcServer server = builder.build();
                RpcClient client = start(server, off)) {
            Span caller = off.get("test").spanBuilder("caller").startSpan();
            within(
                    caller,
                    () -> client.callBlocking(
                            waiting ? Echo.method("test.v1.Echo", "Echo", "waiting") : Echo.ASYNC,
                            Echo.user(1),
                            TIMEOUT));

            assertThat(seen).singleElement().satisfies(context -> {
                assertThat(context.getTraceId())
                        .isEqualTo(caller.getSpanContext().getTraceId());
                assertThat(context.isSampled()).isFalse();
            });
            assertThat(spans.all()).isEmpty();
        }
    }

    @Test
    void rejectedCall_isAnErrorAtBothEndsAndAtThePool() throws Exception {
        try (RpcServer server = server("fixed:threads=1,queue=0");
                RpcClient client = start(server, here)) {
            CompletableFuture<UserInfo> busy = occupy(server, client);
            assertFails(client, TIMEOUT, RpcErrorCode.ELIMIT);

            assertThat(spans.named(NAME))
                    .hasSize(2)
                    .allSatisfy(span -> assertError(span, "ELIMIT"))
                    .allSatisfy(
                            span -> assertThat(span.getAttributes().get(STATUS)).isEqualTo("ELIMIT"));
            assertError(spans.one("pool business"), "POOL_FULL");
            release.countDown();
            busy.get();
        }
    }

    @Test
    void callThatExpiresInTheQueue_isAnErrorAtBothEndsAndAtThePool() throws Exception {
        try (RpcServer server = server("fixed:threads=1,queue=9");
                RpcClient client = start(server, here)) {
            CompletableFuture<UserInfo> busy = occupy(server, client);
            assertFails(client, Duration.ofMillis(300), RpcErrorCode.ERPCTIMEDOUT);
            assertError(spans.one(NAME), "ERPCTIMEDOUT");
            release.countDown();
            busy.get();

            eventually("the expired call has ended", () -> spans.named(NAME).size() == 4);
            assertThat(spans.named(NAME))
                    .filteredOn(span -> span.getStatus().getStatusCode() == StatusCode.ERROR)
                    .hasSize(2)
                    .allSatisfy(span -> assertError(span, "ERPCTIMEDOUT"));
            assertThat(spans.named("pool business"))
                    .filteredOn(span -> span.getStatus().getStatusCode() == StatusCode.ERROR)
                    .singleElement()
                    .satisfies(span -> assertError(span, "EXPIRED"));
        }
    }

    @Test
    void failedHandler_isAnErrorThatTellsNoMoreThanItsCallerHears() throws Exception {
        try (RpcServer server = traced("fixed:threads=1,queue=9")
                        .async(Echo.ASYNC, (request, call) -> {
                            throw new IllegalStateException("secret");
                        })
                        .build();
                RpcClient client = start(server, here)) {
            assertThatExceptionOfType(RpcException.class)
                    .isThrownBy(() -> client.callBlocking(Echo.ASYNC, Echo.user(1), TIMEOUT));

            assertThat(spans.named(Echo.ASYNC.fullName())).hasSize(2).allSatisfy(span -> {
                assertError(span, "EINTERNAL");
                assertThat(span.getStatus().getDescription()).doesNotContain("secret");
            });
        }
    }

    @Test
    void callThatItsClientRefuses_orItsCallerCancels_hasAnEndToo() throws Exception {
        try (RpcServer server = server("fixed:threads=1,queue=9")) {
            RpcClient client = start(server, here);
            CompletableFuture<UserInfo> cancelled = occupy(server, client);
            assertThat(cancelled.cancel(false)).isTrue();
            client.close();
            assertFails(client, TIMEOUT, RpcErrorCode.ECLOSE);
            release.countDown();

            assertThat(spans.named(NAME))
                    .filteredOn(span -> span.getKind() == SpanKind.CLIENT)
                    .extracting(span -> span.getAttributes().get(ERROR_TYPE))
                    .containsExactly("java.util.concurrent.CancellationException", "ECLOSE");
        }
    }

    @Test
    void within_onAStrangersThread_isTheCallsContext() throws Exception {
        List<SpanContext> seen = new CopyOnWriteArrayList<>();
        try (RpcServer server = traced("fixed:threads=1,queue=9")
                        .async(
                                Echo.ASYNC,
                                (request, call) -> CompletableFuture.supplyAsync(() -> {
                                    seen.add(Span.current().getSpanContext());
                                    seen.add(call.within(() -> Span.current().getSpanContext()));
                                    return request;
                                }))
                        .build();
                RpcClient client = start(server, here)) {
            client.callBlocking(Echo.ASYNC, Echo.user(1), TIMEOUT);

            assertThat(seen.get(0).isValid()).isFalse();
            assertThat(seen.get(1).getSpanId())
                    .isEqualTo(ofKind(SpanKind.SERVER).getSpanId());
        }
    }

    @Test
    void callToAServerThatStops_isToldSoInItsSpan() throws Exception {
        try (RpcServer server = server("fixed:threads=1,queue=9");
                RpcClient client = start(server, here)) {
            CompletableFuture<UserInfo> busy = occupy(server, client);
            Thread stopping = new Thread(() -> server.stop(TIMEOUT), "stopping");
            stopping.start();
            eventually("it stops", () -> server.state() == RpcServer.State.STOPPING);
            eventually("a call is refused", () -> {
                var unused = client.call(Echo.BLOCKING, Echo.user(2), TIMEOUT);
                return spans.named(NAME).stream()
                        .anyMatch(span -> span.getKind() == SpanKind.SERVER
                                && "ELOGOFF".equals(span.getAttributes().get(STATUS)));
            });
            release.countDown();
            busy.get();
            stopping.join();
        }
    }

    private RpcServer server(String business) {
        return traced(business).build();
    }

    /** User 9 keeps its thread until it is released; others are echoed. */
    private RpcServerBuilder traced(String business) {
        CallTracing tracing = CallTracing.of(there);
        return RpcServer.builder()
                .host("127.0.0.1")
                .observer(tracing.server())
                .taskDecorator(tracing.tasks())
                .pool(PoolConfig.parse("business", business))
                .blocking(Echo.BLOCKING, "business", (request, call) -> {
                    if (request.getId() == 9) {
                        release.await();
                    }
                    return request;
                });
    }

    private static RpcServer started(RpcServer server) throws Exception {
        server.start();
        return server;
    }

    private RpcClient start(RpcServer server, SdkTracerProvider provider) throws Exception {
        server.start();
        return RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .observer(CallTracing.of(provider).client())
                .build();
    }

    private static void within(Span span, Callable<?> work) throws Exception {
        Context.root().with(span).wrap(work).call();
    }

    private static Callable<Integer> seenBy(List<SpanContext> seen) {
        return () -> {
            seen.add(Span.current().getSpanContext());
            return 1;
        };
    }

    private static CompletableFuture<UserInfo> occupy(RpcServer server, RpcClient client) {
        CompletableFuture<UserInfo> busy = client.call(Echo.BLOCKING, Echo.user(9), TIMEOUT);
        eventually("its thread is busy", () -> {
            var business = server.pool("business").snapshot();
            return business.inFlight() == 1 && business.queueDepth() == 0;
        });
        return busy;
    }

    private static void assertFails(RpcClient client, Duration timeout, RpcErrorCode code) {
        assertThatExceptionOfType(RpcException.class)
                .isThrownBy(() -> client.callBlocking(Echo.BLOCKING, Echo.user(1), timeout))
                .satisfies(e -> assertThat(e.is(code)).isTrue());
    }

    private static void assertError(SpanData span, String type) {
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span.getAttributes().get(ERROR_TYPE)).isEqualTo(type);
    }

    private SpanData ofKind(SpanKind kind) {
        List<SpanData> found =
                spans.all().stream().filter(span -> span.getKind() == kind).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }
}
