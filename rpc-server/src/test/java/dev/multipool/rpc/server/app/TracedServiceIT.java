package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.opentelemetry.CallTracing;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.app.tracing.CollectedSpans;
import dev.multipool.rpc.server.app.tracing.OtlpTraces;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The trace of a call, client to Redis, against the Redis that MULTIPOOL_REDIS asks for. */
@ExtendWith(LeakCheck.class)
class TracedServiceIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int ITEMS = 3;
    private static final int QUERIES = 4;
    private static final int CONVERSIONS = 4;
    private static final String QUERY_ITEMS = ItemServiceMethods.QUERY_ITEMS.fullName();
    private static final AttributeKey<Long> QUEUE_WAIT = AttributeKey.longKey("multipool.queue_wait_ns");

    @RegisterExtension
    static final ServiceOnRedis services = new ServiceOnRedis();

    private final CollectedSpans spans = new CollectedSpans();

    static List<String> waiting() {
        List<String> executions = new ArrayList<>(List.of("blocking"));
        if (Runtime.version().feature() >= 21) {
            executions.add("virtual");
        }
        return executions;
    }

    @ParameterizedTest
    @MethodSource("waiting")
    void queryItems_thatWaits_isATreeOfBusinessCommonSelectAndRedis(String execution) throws Exception {
        queryItems(
                Map.of("pools.business", execution.equals("virtual") ? "virtual:threads=9,queue=9" : "fixed:threads=2"),
                execution);

        SpanData server = server();
        SpanData business = spans.one("pool business");
        List<SpanData> commons = spans.named("pool common");
        List<SpanData> selects = spans.named("pool select");
        List<SpanData> reads = spans.named("GET");
        assertThat(spans.all()).hasSize(3 + commons.size() + selects.size() + reads.size());
        assertThat(business.getParentSpanId()).isEqualTo(server.getSpanId());
        assertThat(commons).hasSize(ITEMS).allSatisfy(common -> assertThat(common.getParentSpanId())
                .isEqualTo(business.getSpanId()));
        assertThat(childrenOf(commons, selects)).hasSize(ITEMS).allSatisfy((common, children) -> assertThat(children)
                .hasSize(CONVERSIONS + QUERIES));
        assertThat(reads).hasSize(ITEMS * QUERIES);
        assertThat(childrenOf(selects, reads))
                .hasSize(ITEMS * QUERIES)
                .allSatisfy((select, children) -> assertThat(children).hasSize(1));
        assertThat(selects)
                .allSatisfy(select ->
                        assertThat(select.getAttributes().get(QUEUE_WAIT)).isNotNegative());
        assertWholeTree();
    }

    @ParameterizedTest
    @CsvSource({"common-select, none", "common-select, constant:1ms", "io-cpu, constant:1ms"})
    void queryItems_withoutWaitingThreads_hasAllItsStepsUnderTheCall(String layout, String delay) throws Exception {
        queryItems(Map.of("methods.query-items.layout", layout, "mock.delay", delay), "async");

        SpanData server = server();
        List<SpanData> steps = spans.all().stream()
                .filter(span ->
                        span.getName().startsWith("pool ") || span.getName().equals("GET"))
                .toList();
        assertThat(steps)
                .hasSize(ITEMS * (CONVERSIONS + QUERIES + 1))
                .allSatisfy(step -> assertThat(step.getParentSpanId()).isEqualTo(server.getSpanId()));
        assertThat(spans.named("GET")).hasSize(ITEMS * QUERIES);
        assertWholeTree();
    }

    @Test
    void queryItems_onTheEventLoop_hasItsReadsUnderTheCall() throws Exception {
        queryItems(Map.of(), "direct");

        SpanData server = server();
        assertThat(spans.named("GET")).hasSize(ITEMS * QUERIES).allSatisfy(read -> assertThat(read.getParentSpanId())
                .isEqualTo(server.getSpanId()));
        assertThat(spans.all()).hasSize(2 + ITEMS * QUERIES);
        assertWholeTree();
    }

    @ParameterizedTest
    @CsvSource({"blocking, none", "async, none", "async, constant:1ms"})
    void findUserInfo_readsUnderItsPoolOrItsCall(String execution, String wait) throws Exception {
        Map<String, String> flags =
                Map.of("methods.find-user-info.execution", execution, "methods.find-user-info.wait", wait);
        serve(flags, client -> client.callBlocking(
                        UserServiceMethods.FIND_USER_INFO,
                        FindUserInfoRequest.newBuilder().setUserId(1).build(),
                        TIMEOUT)
                .getFound());

        SpanData server = server(UserServiceMethods.FIND_USER_INFO.fullName());
        SpanData read = spans.one("GET");
        assertThat(read.getParentSpanId())
                .isEqualTo((execution.equals("blocking") ? spans.one("pool business") : server).getSpanId());
        assertThat(read.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(read.getAttributes().asMap())
                .containsEntry(AttributeKey.stringKey("db.system.name"), "redis")
                .containsEntry(AttributeKey.stringKey("db.operation.name"), "GET")
                .containsEntry(AttributeKey.stringKey("db.query.text"), "GET user:?")
                .containsEntry(
                        AttributeKey.stringKey("server.address"),
                        services.redis().getHost())
                .containsEntry(AttributeKey.longKey("server.port"), (long)
                        services.redis().getPort());
    }

    private void queryItems(Map<String, String> flags, String execution) throws Exception {
        Map<String, String> all = new HashMap<>(flags);
        all.put("methods.query-items.execution", execution);
        serve(all, client -> client
                .callBlocking(
                        ItemServiceMethods.QUERY_ITEMS,
                        QueryItemsRequest.newBuilder()
                                .addAllItemIds(List.of(1L, 2L, 3L))
                                .build(),
                        TIMEOUT)
                .getItemsList()
                .stream()
                .allMatch(item -> item.getFound()));
    }

    /** A call that finds what it looks for. */
    @FunctionalInterface
    private interface Call {
        boolean finds(RpcClient client) throws Exception;
    }

    private void serve(Map<String, String> flags, Call call) throws Exception {
        Map<String, String> all = new HashMap<>(Map.of("redis.seed-users", "10", "redis.seed-items", "10"));
        all.putAll(flags);
        try (SdkTracerProvider provider = spans.provider(Sampler.alwaysOn());
                UserService service = Wiring.start(
                        services.settings(all),
                        progress -> {},
                        UnaryOperator.identity(),
                        new OtlpTraces(spans.provider(Sampler.parentBased(Sampler.alwaysOff()))));
                RpcClient client = RpcClient.builder()
                        .target("127.0.0.1", service.server().address().getPort())
                        .observer(CallTracing.of(provider).client())
                        .build()) {
            assertThat(call.finds(client)).isTrue();
        }
    }

    private SpanData server() {
        return server(QUERY_ITEMS);
    }

    private SpanData server(String method) {
        return spans.named(method).stream()
                .filter(span -> span.getKind() == SpanKind.SERVER)
                .findFirst()
                .orElseThrow();
    }

    /** One trace from one root, the client's; nobody's parent is missing, and nobody outlives its parent in one process. */
    private void assertWholeTree() {
        Map<String, SpanData> byId =
                spans.all().stream().collect(Collectors.toMap(SpanData::getSpanId, Function.identity()));
        assertThat(spans.all()).extracting(SpanData::getTraceId).containsOnly(server().getTraceId());
        assertThat(spans.all())
                .filteredOn(span -> !byId.containsKey(span.getParentSpanId()))
                .singleElement()
                .satisfies(root -> assertThat(root.getKind()).isEqualTo(SpanKind.CLIENT));
        assertThat(Objects.requireNonNull(byId.get(server().getParentSpanId())).getName())
                .isEqualTo(QUERY_ITEMS);
        assertThat(spans.all())
                .allSatisfy(span -> assertThat(span.getStatus().getStatusCode()).isNotEqualTo(StatusCode.ERROR));
        assertThat(spans.all())
                .filteredOn(span -> byId.containsKey(span.getParentSpanId()) && span.getKind() != SpanKind.SERVER)
                .allSatisfy(span -> {
                    SpanData parent = Objects.requireNonNull(byId.get(span.getParentSpanId()));
                    assertThat(span.getStartEpochNanos()).isGreaterThanOrEqualTo(parent.getStartEpochNanos());
                    assertThat(span.getEndEpochNanos()).isLessThanOrEqualTo(parent.getEndEpochNanos());
                });
    }

    private static Map<String, List<SpanData>> childrenOf(List<SpanData> parents, List<SpanData> children) {
        Set<String> ids = parents.stream().map(SpanData::getSpanId).collect(Collectors.toSet());
        assertThat(children).allSatisfy(child -> assertThat(ids).contains(child.getParentSpanId()));
        return children.stream().collect(Collectors.groupingBy(SpanData::getParentSpanId));
    }
}
