package dev.multipool.rpc.server.app;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.redis.ItemSeeder;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.SampleItems;
import dev.multipool.redis.SampleUsers;
import dev.multipool.redis.Signals;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.proxy.AnswerRule;
import dev.multipool.rpc.protocol.proxy.FaultProxy;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.app.items.SequentialItems;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The whole service while its Redis is slow, frozen, killed or talks nonsense, and while the network to it is bad.
 * Embedded: the process must be ours.
 */
@ExtendWith(LeakCheck.class)
class RedisOutagesIT {
    private static final int SEED = 7;
    private static final long STORED = 10;
    private static final int QUERIES = 4;
    private static final List<Long> ITEMS = List.of(1L, 2L, 3L);
    private static final Duration PATIENT = Duration.ofSeconds(20);
    private static final Duration HURRIED = Duration.ofMillis(100);

    /** What happens to the Redis. */
    enum Outage {
        SLOW,
        FROZEN,
        KILLED,
        NONSENSE
    }

    /** What the network between service and Redis does: pauses beyond the command timeout, trickles, breaks, ends late. */
    enum BadNetwork {
        JITTER(Toxics.latency(Duration.ofMillis(100), Duration.ofMillis(300))),
        BANDWIDTH(Toxics.bandwidth(100)),
        CUTS(Toxics.cutAfter(300)),
        SLOW_CLOSE(Toxics.slowClose(Duration.ofSeconds(1)));

        @SuppressWarnings("ImmutableEnumChecker") // made of numbers and durations
        private final AnswerRule rule;

        BadNetwork(AnswerRule rule) {
            this.rule = rule;
        }
    }

    private RunningRedis redis;
    private FaultProxy proxy;

    @BeforeEach
    void open() throws IOException {
        redis = openRedis(0);
        proxy = new FaultProxy(redis.uri().getHost(), redis.uri().getPort());
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        redis.close();
    }

    private URI proxyUri() {
        return URI.create(redis.uri().getScheme() + "://127.0.0.1:" + proxy.port());
    }

    /** findUserInfo blocks, queryItems is asynchronous. */
    @ParameterizedTest
    @EnumSource(Outage.class)
    void outage_isToldWithinTheDeadline_holdsNoThread_andPassesByItself(Outage outage) throws Exception {
        assertPasses(outage, "blocking", "async");
    }

    static Stream<Arguments> outages() {
        List<List<String>> executions = new ArrayList<>(List.of(List.of("async", "blocking")));
        if (Runtime.version().feature() >= 21) {
            executions.add(List.of("virtual", "virtual"));
        }
        return Arrays.stream(Outage.values())
                .flatMap(outage -> executions.stream().map(both -> Arguments.of(outage, both.get(0), both.get(1))));
    }

    @ParameterizedTest
    @MethodSource("outages")
    @Tag("full")
    void outage_withOtherExecutions_passesByItselfToo(Outage outage, String ofUsers, String ofItems) throws Exception {
        assertPasses(outage, ofUsers, ofItems);
    }

    private void assertPasses(Outage outage, String ofUsers, String ofItems) throws Exception {
        URI uri = outage == Outage.SLOW || outage == Outage.NONSENSE ? proxyUri() : redis.uri();
        try (UserService service = start(uri, ofUsers, ofItems, "200ms");
                RpcClient client = clientOf(service)) {
            eventually("calls are served", () -> isServed(client));

            begin(outage);
            try {
                eventually(
                        "calls fail", () -> outcomes(client, PATIENT).stream().allMatch(Optional::isPresent));
                for (RpcException failure : failures(client, PATIENT)) {
                    assertThat(failure.is(RpcErrorCode.EINTERNAL))
                            .as(failure.toString())
                            .isTrue();
                    assertThat(failure.text())
                            .startsWith("redis: ")
                            .doesNotContain("127.0.0.1", Integer.toString(uri.getPort()));
                }
                // a machine that stands still for longer than the deadline makes other codes of some
                eventually("hurried calls fail before their deadline", () -> failures(client, HURRIED).stream()
                        .allMatch(failure -> failure.is(RpcErrorCode.EINTERNAL)));
                assertNobodyWaits(service.server(), client);
            } finally {
                end(outage);
            }

            eventually("calls are served again", () -> isServed(client));
            assertNobodyWaits(service.server(), client);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    void valueThatIsNoUserAndNoItem_failsItsOwnCallsOnly(String execution) throws Exception {
        try (UserService service = start(redis.uri(), execution, execution, "20s");
                RpcClient client = clientOf(service)) {
            set("user:" + (STORED + 1), "nonsense");
            set("item:" + (STORED + 1) + ":0", "nonsense");

            RpcException noUser = failure(client.call(
                    UserServiceMethods.FIND_USER_INFO,
                    FindUserInfoRequest.newBuilder().setUserId(STORED + 1).build(),
                    PATIENT));
            RpcException noItem = failure(client.call(
                    ItemServiceMethods.QUERY_ITEMS,
                    QueryItemsRequest.newBuilder()
                            .addItemIds(1)
                            .addItemIds(STORED + 1)
                            .build(),
                    PATIENT));

            assertThat(noUser.is(RpcErrorCode.EINTERNAL)).isTrue();
            assertThat(noUser.text()).isEqualTo("redis: a stored value is not what it should be");
            assertThat(noItem.is(RpcErrorCode.EINTERNAL)).isTrue();
            assertThat(noItem.text()).isEqualTo("redis: a stored value is not what it should be");
            assertThat(isServed(client)).isTrue();
            assertNobodyWaits(service.server(), client);
        }
    }

    @ParameterizedTest
    @EnumSource(BadNetwork.class)
    void badNetwork_isToldWithinTheDeadline_holdsNoThread_andLeaksNoConnection(BadNetwork network) throws Exception {
        assertPasses(network, "blocking", "async");
    }

    @ParameterizedTest
    @EnumSource(BadNetwork.class)
    @Tag("full")
    void badNetwork_withOtherExecutions_leaksNoConnectionEither(BadNetwork network) throws Exception {
        assertPasses(network, "async", "blocking");
    }

    private void assertPasses(BadNetwork network, String ofUsers, String ofItems) throws Exception {
        try (UserService service = start(proxyUri(), ofUsers, ofItems, "200ms");
                RpcClient client = clientOf(service)) {
            eventually("calls are served", () -> isServed(client));
            int connections = proxy.connections();

            proxy.applyToAllConnections(network.rule);
            if (network == BadNetwork.SLOW_CLOSE) {
                proxy.endAll();
            }
            List<RpcException> failures = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                failures.addAll(outcomes(client, HURRIED).stream()
                        .flatMap(Optional::stream)
                        .toList());
            }

            assertThat(failures).isNotEmpty().allSatisfy(failure -> {
                if (!failure.is(RpcErrorCode.ERPCTIMEDOUT)) {
                    assertThat(failure.is(RpcErrorCode.EINTERNAL))
                            .as(failure.toString())
                            .isTrue();
                    assertThat(failure.text()).startsWith("redis: ");
                }
            });
            assertNobodyWaits(service.server(), client);

            proxy.applyToAllConnections(AnswerRule.PASS);
            eventually("calls are served again", () -> isServed(client));
            assertNobodyWaits(service.server(), client);
            eventually("as many connections as before", () -> proxy.connections() == connections);
        }
        eventually("no connection is left", () -> proxy.connections() == 0);
    }

    private void begin(Outage outage) throws Exception {
        switch (outage) {
            case SLOW -> proxy.applyToAllConnections(Toxics.latency(Duration.ofSeconds(5), Duration.ZERO));
            case FROZEN -> Signals.send("STOP", redis.processId().orElseThrow());
            case KILLED -> Signals.send("KILL", redis.processId().orElseThrow());
            case NONSENSE -> proxy.applyToAllConnections(Toxics.nonsense());
        }
    }

    private void end(Outage outage) throws Exception {
        switch (outage) {
            case SLOW, NONSENSE -> proxy.applyToAllConnections(AnswerRule.PASS);
            case FROZEN -> Signals.send("CONT", redis.processId().orElseThrow());
            case KILLED -> {
                int port = redis.uri().getPort();
                redis.close();
                redis = openRedis(port);
            }
        }
    }

    /** Calls of both methods at once, all of which fail within their time. */
    private static List<RpcException> failures(RpcClient client, Duration timeout) {
        List<Optional<RpcException>> outcomes = outcomes(client, timeout);
        assertThat(outcomes).as("failures").allMatch(Optional::isPresent);
        return outcomes.stream().flatMap(Optional::stream).toList();
    }

    /** The failures, where there are any, of calls of both methods at once, all of which end within their time. */
    private static List<Optional<RpcException>> outcomes(RpcClient client, Duration timeout) {
        long start = System.nanoTime();
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            calls.add(client.call(UserServiceMethods.FIND_USER_INFO, user(), timeout));
            calls.add(client.call(ItemServiceMethods.QUERY_ITEMS, items(), timeout));
        }
        List<Optional<RpcException>> outcomes =
                calls.stream().map(RedisOutagesIT::outcome).toList();
        // on shared cores a thread may get the CPU late; a hang would be far longer
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(timeout.plusSeconds(20));
        return outcomes;
    }

    private static RpcException failure(CompletableFuture<?> call) {
        return outcome(call).orElseThrow(() -> new AssertionError("answered (expected: a failure)"));
    }

    private static Optional<RpcException> outcome(CompletableFuture<?> call) {
        try {
            call.join();
            return Optional.empty();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RpcException failure) {
                return Optional.of(failure);
            }
            throw e;
        }
    }

    private static boolean isServed(RpcClient client) {
        try {
            return client.callBlocking(UserServiceMethods.FIND_USER_INFO, user(), PATIENT)
                            .getUser()
                            .equals(SampleUsers.user(SEED, 1))
                    && client.callBlocking(ItemServiceMethods.QUERY_ITEMS, items(), PATIENT)
                            .equals(SequentialItems.answer(
                                    ITEMS, QUERIES, (id, part) -> Optional.of(SampleItems.part(SEED, id, part))));
        } catch (RpcException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** No call in flight, no task in a pool, and no thread of a pool in a join or a read. */
    private static void assertNobodyWaits(RpcServer server, RpcClient client) {
        eventually("calls in flight end", () -> server.callsInFlight() == 0);
        eventually("pools are empty", () -> server.pools().stream()
                .allMatch(pool -> pool.snapshot().inFlight() == 0
                        && pool.snapshot().state().active() == 0));
        assertThat(client.pendingCalls()).isZero();
        assertThat(Thread.getAllStackTraces().entrySet())
                .filteredOn(thread -> thread.getKey().getName().matches("(business|common|select)-\\d+"))
                .allSatisfy(thread -> assertThat(thread.getValue())
                        .as(thread.getKey().getName())
                        .noneMatch(frame -> frame.getClassName().matches(".*\\.(Join|FanOut|LettuceReads)")));
    }

    private void set(String key, String value) throws IOException {
        try (Socket socket = new Socket(redis.uri().getHost(), redis.uri().getPort())) {
            socket.getOutputStream().write(("SET " + key + " " + value + "\r\n").getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().readNBytes(5)).asString().isEqualTo("+OK\r\n");
        }
    }

    private static FindUserInfoRequest user() {
        return FindUserInfoRequest.newBuilder().setUserId(1).build();
    }

    private static QueryItemsRequest items() {
        return QueryItemsRequest.newBuilder().addAllItemIds(ITEMS).build();
    }

    private static RunningRedis openRedis(int port) {
        RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.EMBEDDED)
                .port(port)
                .build());
        RedisSettings settings = RedisSettings.of(redis.uri());
        new UserSeeder(settings).seed(STORED, SEED, progress -> {});
        new ItemSeeder(settings, QUERIES).seed(STORED, SEED, progress -> {});
        return redis;
    }

    private static UserService start(URI redis, String ofUsers, String ofItems, String commandTimeout)
            throws IOException {
        Map<String, String> flags = new HashMap<>(Map.of(
                "server.host",
                "127.0.0.1",
                "server.port",
                "0",
                "redis.source",
                redis.toString(),
                "redis.command-timeout",
                commandTimeout,
                "server.warm-up",
                "0ms",
                "methods.find-user-info.execution",
                ofUsers,
                "methods.query-items.execution",
                ofItems));
        if (ofUsers.equals("virtual")) {
            flags.put("pools.light", "virtual:threads=1000,queue=1000");
            flags.put("methods.find-user-info.pool", "light");
            flags.put("methods.query-items.pool", "light");
        }
        return Wiring.start(SettingsLoader.load(null, Map.of(), flags), progress -> {}, UnaryOperator.identity());
    }

    private static RpcClient clientOf(UserService service) {
        return RpcClient.builder()
                .target("127.0.0.1", service.server().address().getPort())
                .connections(2)
                .build();
    }
}
