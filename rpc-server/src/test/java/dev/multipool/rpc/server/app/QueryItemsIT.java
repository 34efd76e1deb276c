package dev.multipool.rpc.server.app;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.mock.MockServiceMethods;
import dev.multipool.mock.v1.DelayRequest;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.app.items.SequentialItems;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import dev.multipool.rpc.server.limits.CallRejection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** queryItems over real pools and a scripted repository, on every layout and execution model. */
@ExtendWith(LeakCheck.class)
class QueryItemsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int QUERIES = 3;
    private static final int WINDOW = 40;
    private static final int CALLS = 300;
    private static final int MANY_CALLS = 3_000;

    static Stream<Arguments> variants() {
        List<String> executions = new ArrayList<>(List.of("blocking", "async", "direct"));
        if (Runtime.version().feature() >= 21) {
            executions.add("virtual");
        }
        return Stream.of("common-select", "io-cpu")
                .flatMap(layout -> executions.stream().map(execution -> Arguments.of(layout, execution)));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void queryItems_equalsTheSequentialComputation(String layout, String execution) throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        try (RpcServer server = start(layout, execution, Map.of("mock.delay", "exponential:1ms"));
                RpcClient client = clientOf(server)) {
            Deque<Call> calls = new ArrayDeque<>();
            for (int i = 0; i < 60; i++) {
                calls.add(call(client, randomIds(random, 12, 0), TIMEOUT));
                if (calls.size() > 8) {
                    calls.remove().assertAnswered();
                }
            }
            calls.forEach(Call::assertAnswered);
            assertNothingLeft(server, client);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void queryItems_ofOneBadItem_answersThatItemsOwnError(String layout, String execution) throws Exception {
        try (RpcServer server = start(layout, execution, Map.of());
                RpcClient client = clientOf(server)) {
            assertThat(failure(client, ScriptedItems.FAILING)).satisfies(e -> {
                assertThat(e.is(RpcErrorCode.EINTERNAL)).isTrue();
                assertThat(e.text()).isEqualTo("redis: not connected");
            });
            assertThat(failure(client, ScriptedItems.BROKEN)).satisfies(e -> {
                assertThat(e.is(RpcErrorCode.EINTERNAL)).isTrue();
                assertThat(e.text()).contains("IllegalStateException").doesNotContain("secret");
            });
            assertThat(call(client, List.of(1L, ScriptedItems.SLOW), Duration.ofMillis(100))
                            .failure())
                    .matches(e -> e.is(RpcErrorCode.ERPCTIMEDOUT));
            assertNothingLeft(server, client);
        }
    }

    /** Pools too small for the load, and a third of the calls with an item that fails, breaks or does not answer. */
    @ParameterizedTest
    @MethodSource("variants")
    void queryItems_amidFailuresTimeoutsAndRejections_isWholeOrTheRightError(String layout, String execution)
            throws Exception {
        // a slow item holds the event loop of direct calls for all their time
        assertEachIsWholeOrTheRightError(layout, execution, execution.equals("direct") ? CALLS / 3 : CALLS);
    }

    @ParameterizedTest
    @MethodSource("variants")
    @Tag("full")
    void queryItems_oftenAmidFailuresTimeoutsAndRejections_isWholeOrTheRightError(String layout, String execution)
            throws Exception {
        assertEachIsWholeOrTheRightError(layout, execution, MANY_CALLS);
    }

    private static void assertEachIsWholeOrTheRightError(String layout, String execution, int count) throws Exception {
        Map<String, String> small = new HashMap<>(Map.of(
                "pools.common", "fixed:threads=2,queue=20",
                "pools.select", "fixed:threads=3,queue=60",
                "pools.io", "fixed:threads=3,queue=40",
                "pools.cpu", "fixed:threads=2,queue=40"));
        SplittableRandom random = new SplittableRandom(12);
        try (RpcServer server = start(layout, execution, small);
                RpcClient client = clientOf(server)) {
            Map<String, Integer> outcomes = new HashMap<>();
            Deque<Call> calls = new ArrayDeque<>();
            for (int i = 0; i < count; i++) {
                calls.add(call(client, randomIds(random, 6, 30), Duration.ofMillis(60)));
                // a slow item holds the event loop, so direct calls in a crowd would all be late
                if (calls.size() > (execution.equals("direct") ? 1 : WINDOW)) {
                    outcomes.merge(calls.remove().assertWholeOrRightError(), 1, Integer::sum);
                }
            }
            calls.forEach(call -> outcomes.merge(call.assertWholeOrRightError(), 1, Integer::sum));

            assertThat(outcomes).containsKeys("answered", "EINTERNAL", "ERPCTIMEDOUT");
            if (!execution.equals("direct")) {
                assertThat(outcomes).containsKey("ELIMIT");
            }
            assertNothingLeft(server, client);
        }
    }

    /** With one thread on select the first item fails while the others' conversions are queued. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "constant:1ms"})
    void queryItems_async_afterAFailure_beginsNoFurtherItem(String delay) throws Exception {
        ScriptedItems items = new ScriptedItems(QUERIES);
        Map<String, String> oneThread = Map.of(
                "pools.select",
                "fixed:threads=1,queue=1000",
                "methods.query-items.convert-cpu",
                delay.equals("none") ? "0" : "10ms",
                "mock.delay",
                delay);
        try (RpcServer server = start("common-select", "async", oneThread, items);
                RpcClient client = clientOf(server)) {
            List<Long> ids = new ArrayList<>(List.of(ScriptedItems.FAILING));
            for (long id = 1; id < 100; id++) {
                ids.add(id);
            }

            assertThat(call(client, ids, TIMEOUT).failure().text()).isEqualTo("redis: not connected");

            assertNothingLeft(server, client);
            // without a delay that is the failing item's alone; in the time of a delay, and until the thread that ends
            // it
            // gets a core, some more are converted
            assertThat(items.asked()).isLessThan(delay.equals("none") ? QUERIES + 1 : 50 * QUERIES);
        }
    }

    @Test
    void queryItems_beyondAPoolsQueue_isRejectedWithThePoolsText() throws Exception {
        try (RpcServer server = start("common-select", "blocking", Map.of("pools.common", "fixed:threads=1,queue=2"));
                RpcClient client = clientOf(server)) {
            RpcException rejected = call(client, List.of(ScriptedItems.SLOW, 2L, 3L, 4L, 5L), TIMEOUT)
                    .failure();

            assertThat(rejected.is(RpcErrorCode.ELIMIT)).isTrue();
            assertThat(rejected.text()).contains("pool common: ").contains("2 of 2 queued");
            assertThat(server.rejections()).containsEntry(CallRejection.QUEUE_FULL, 1L);
            assertNothingLeft(server, client);
        }
    }

    @Test
    void queryItems_ofTooManyIds_isRefusedWithTheLimit_andOfNoneIsEmpty() throws Exception {
        try (RpcServer server = start("common-select", "blocking", Map.of("methods.query-items.max-items", "3"));
                RpcClient client = clientOf(server)) {
            RpcException refused =
                    call(client, List.of(1L, 2L, 3L, 4L), TIMEOUT).failure();
            assertThat(refused.is(RpcErrorCode.EREQUEST)).isTrue();
            assertThat(refused.text()).isEqualTo("item_ids: 4 ids (expected: at most 3)");

            call(client, List.of(3L, 1L, 3L), TIMEOUT).assertAnswered();
            call(client, List.of(), TIMEOUT).assertAnswered();
        }
    }

    @Test
    void mockDelay_longerThanTheCallersTime_timesOut() throws Exception {
        for (String execution : List.of("blocking", "async", "direct")) {
            Map<String, String> slow = Map.of("mock.delay", "constant:30s", "methods.mock-delay.execution", execution);
            try (RpcServer server = start("common-select", "blocking", slow);
                    RpcClient client = clientOf(server)) {
                assertThatExceptionOfType(RpcException.class)
                        .isThrownBy(() -> client.callBlocking(
                                MockServiceMethods.DELAY, DelayRequest.getDefaultInstance(), Duration.ofMillis(50)))
                        .matches(e -> e.is(RpcErrorCode.ERPCTIMEDOUT));
                assertNothingLeft(server, client);
            }
        }
    }

    private static RpcServer start(String layout, String execution, Map<String, String> more) throws Exception {
        return start(layout, execution, more, new ScriptedItems(QUERIES));
    }

    private static RpcServer start(String layout, String execution, Map<String, String> more, ScriptedItems items)
            throws Exception {
        Map<String, String> flags = new HashMap<>(Map.of(
                "server.host",
                "127.0.0.1",
                "server.port",
                "0",
                "methods.query-items.layout",
                layout,
                "methods.query-items.execution",
                execution,
                "methods.query-items.queries",
                Integer.toString(QUERIES)));
        if (execution.equals("virtual")) {
            flags.put("pools.light", "virtual:threads=1000,queue=1000");
            flags.put("methods.query-items.pool", "light");
        }
        flags.putAll(more);
        RpcServer server = Wiring.newServer(SettingsLoader.load(null, Map.of(), flags), new ScriptedUsers(), items)
                .build();
        server.start();
        return server;
    }

    private static RpcClient clientOf(RpcServer server) {
        return RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .connections(2)
                .build();
    }

    /** Ids with duplicates; of a hundred lists, {@code badPercent} hold one item that does not answer well. */
    private static List<Long> randomIds(SplittableRandom random, int most, int badPercent) {
        List<Long> ids = new ArrayList<>();
        int count = random.nextInt(most + 1);
        for (int i = 0; i < count; i++) {
            ids.add(random.nextLong(1, 20));
        }
        if (random.nextInt(100) < badPercent) {
            long kind = random.nextLong(1, 4);
            ids.add(random.nextInt(ids.size() + 1), kind * 1_000_000);
        }
        return ids;
    }

    private static Call call(RpcClient client, List<Long> ids, Duration timeout) {
        QueryItemsRequest request =
                QueryItemsRequest.newBuilder().addAllItemIds(ids).build();
        return new Call(ids, client.call(ItemServiceMethods.QUERY_ITEMS, request, timeout));
    }

    private static RpcException failure(RpcClient client, long badId) {
        return call(client, List.of(1L, badId, 2L), TIMEOUT).failure();
    }

    private static void awaitEnd(CompletableFuture<?> call) {
        assertThat(call.handle((answer, failure) -> true)).succeedsWithin(Duration.ofSeconds(30));
    }

    private static void assertNothingLeft(RpcServer server, RpcClient client) {
        eventually("calls in flight end", () -> server.callsInFlight() == 0);
        eventually("pools are empty", () -> server.pools().stream()
                .allMatch(pool -> pool.snapshot().inFlight() == 0));
        assertThat(client.pendingCalls()).isZero();
    }

    /** A call under way and what it asked for. */
    private record Call(List<Long> ids, CompletableFuture<QueryItemsResponse> future) {
        void assertAnswered() {
            awaitEnd(future);
            assertThat(future.join()).isEqualTo(SequentialItems.answer(ids, QUERIES, ScriptedItems::part));
        }

        RpcException failure() {
            awaitEnd(future);
            try {
                throw new AssertionError("answered " + future.join() + " (expected: a failure)");
            } catch (CompletionException e) {
                if (e.getCause() instanceof RpcException failure) {
                    return failure;
                }
                throw e;
            }
        }

        /** Rejection and lack of time can strike any call; an item's own error only those that asked for it. */
        String assertWholeOrRightError() {
            awaitEnd(future);
            long bad = ids.stream()
                    .filter(id -> id >= ScriptedItems.FAILING)
                    .findFirst()
                    .orElse(0L);
            if (!future.isCompletedExceptionally()) {
                assertThat(bad).as("a bad item in a whole answer").isZero();
                assertAnswered();
                return "answered";
            }
            RpcException failure = failure();
            if (failure.is(RpcErrorCode.EINTERNAL)) {
                assertThat(bad).as("ids %s: %s", ids, failure.text()).isNotZero();
            } else {
                assertThat(failure.is(RpcErrorCode.ELIMIT) || failure.is(RpcErrorCode.ERPCTIMEDOUT))
                        .as(failure.toString())
                        .isTrue();
            }
            return RpcErrorCode.nameOf(failure.codeNumber());
        }
    }
}
