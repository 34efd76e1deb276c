package dev.multipool.rpc.client;

import static dev.multipool.rpc.client.Eventually.eventually;
import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.google.protobuf.AbstractParser;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.Message;
import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.observe.ClientCallObserver;
import dev.multipool.rpc.protocol.observe.ClientCallObserver.ObservedCall;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever code that is not ours does on the client's threads: its own call ends once, others go on over the same
 * connection, nothing stays pending, the next call is served, and close is bounded.
 */
@SuppressWarnings("FutureReturnValueIgnored") // some calls are sent only to be pending
@ExtendWith(LeakCheck.class)
class HostileCallbacksIT {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration CLOSE_BOUND = Duration.ofSeconds(2);

    private final ScriptedRpcServer server = ScriptedRpcServer.start();
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();

    @AfterEach
    void close() {
        release.countDown();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    void parser_thatThrows_failsItsOwnCallAlone(Hostility hostility) {
        try (RpcClient client = client(null)) {
            CompletableFuture<FindUserInfoResponse> other = pendingCall(client);

            RpcException failure = failureOf(callParsedBy(client, hostility::strike, LONG));

            assertThat(failure.is(RpcErrorCode.ERESPONSE)).isTrue();
            assertThat(failure.isNotExecuted()).isFalse();
            assertUnharmed(client, other);
        }
    }

    @Test
    void parser_thatReturnsNull_failsItsOwnCallAlone() {
        try (RpcClient client = client(null)) {
            CompletableFuture<FindUserInfoResponse> other = pendingCall(client);

            RpcException failure = failureOf(callParsedBy(client, () -> null, LONG));

            assertThat(failure.is(RpcErrorCode.ERESPONSE)).isTrue();
            assertUnharmed(client, other);
        }
    }

    @Test
    void parser_thatEndsItsOwnCall_andCallsAnother_leavesNothingPending() throws Exception {
        try (RpcClient client = client(null)) {
            CompletableFuture<FindUserInfoResponse> other = pendingCall(client);
            CompletableFuture<CompletableFuture<FindUserInfoResponse>> own = new CompletableFuture<>();
            CompletableFuture<CompletableFuture<FindUserInfoResponse>> next = new CompletableFuture<>();
            server.enqueue(server.held()::add);

            // answered when the parser can see its call
            own.complete(callParsedBy(
                    client,
                    () -> {
                        own.join().cancel(false);
                        next.complete(find(client, 3));
                        return FindUserInfoResponse.getDefaultInstance();
                    },
                    LONG));
            eventually("it has arrived", () -> server.held().size() == 2);
            Step.answer().play(new ArrayList<>(server.held()).get(1));

            assertThat(next.get(30, TimeUnit.SECONDS)).succeedsWithin(LONG);
            assertThat(own.join()).isCancelled();
            assertUnharmed(client, other);
        }
    }

    @Test
    void parser_thatIsSlow_costsTime_andNoCall() {
        try (RpcClient client = client(null)) {
            CompletableFuture<FindUserInfoResponse> slow = callParsedBy(
                    client,
                    () -> {
                        release.await(100, TimeUnit.MILLISECONDS);
                        return FindUserInfoResponse.getDefaultInstance();
                    },
                    LONG);
            CompletableFuture<FindUserInfoResponse> behind = find(client, 2);

            assertThat(slow).succeedsWithin(LONG);
            assertUnharmed(client, behind);
        }
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    void request_thatThrowsWhileItIsWritten_failsItsOwnCallAlone(Hostility hostility) {
        try (RpcClient client = client(null)) {
            CompletableFuture<FindUserInfoResponse> other = pendingCall(client);
            RpcMethod<Message, FindUserInfoResponse> anyRequest = new RpcMethod<>(
                    FIND_USER_INFO.serviceName(),
                    FIND_USER_INFO.shortServiceName(),
                    FIND_USER_INFO.methodName(),
                    parser(() -> FindUserInfoRequest.getDefaultInstance()),
                    FIND_USER_INFO.responseParser());
            for (String struck : List.of("getSerializedSize", "writeTo")) {
                CompletableFuture<FindUserInfoResponse> call =
                        client.call(anyRequest, hostileMessage(struck, hostility), LONG);

                eventually("it has ended", call::isDone);
                assertThat(call).as(struck).isCompletedExceptionally();
            }

            assertUnharmed(client, other);
        }
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    void observer_thatThrows_changesNoCall(Hostility hostility) {
        AtomicInteger struck = new AtomicInteger();
        Runnable strike = () -> {
            struck.incrementAndGet();
            hostility.strike();
        };
        ObservedCall hostile = new ObservedCall() {
            @Override
            public void addTo(RpcMeta.Builder request) {
                strike.run();
            }

            @Override
            public void ended(@Nullable Throwable failure) {
                strike.run();
            }
        };
        for (ClientCallObserver observer : List.<ClientCallObserver>of(
                (method, host, port) -> {
                    strike.run();
                    return hostile;
                },
                (method, host, port) -> hostile)) {
            struck.set(0);
            try (RpcClient client = client(observer)) {
                CompletableFuture<FindUserInfoResponse> other = pendingCall(client);

                assertTimesOut(client);

                assertUnharmed(client, other);
            }
            assertThat(struck).hasPositiveValue();
        }
    }

    @Test
    void observer_thatThrows_keepsNoCallFromBeingTold_thatTheConnectionIsGone() {
        ObservedCall hostile = new ObservedCall() {
            @Override
            public void addTo(RpcMeta.Builder request) {}

            @Override
            public void ended(@Nullable Throwable failure) {
                Hostility.UNPRINTABLE.strike();
            }
        };
        try (RpcClient client = client((method, host, port) -> hostile)) {
            server.hold();
            List<CompletableFuture<FindUserInfoResponse>> calls =
                    List.of(find(client, 1), find(client, 2), find(client, 3));
            eventually("all have arrived", () -> server.held().size() == 3);

            server.dropConnections();

            for (CompletableFuture<FindUserInfoResponse> call : calls) {
                assertThat(failureOf(call).is(RpcErrorCode.EFAILEDSOCKET)).isTrue();
            }
            eventually("it is connected again", () -> client.connectionsUp() == 1);
            assertThat(client.pendingCalls()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    void continuation_thatThrows_harmsNobodyElse(Hostility hostility) {
        try (RpcClient client = client(null)) {
            CompletableFuture<FindUserInfoResponse> other = pendingCall(client);

            CountDownLatch ran = new CountDownLatch(1);
            server.enqueue(Step.after(Duration.ofMillis(20), Step.answer()));

            find(client, 2)
                    .whenComplete((answer, failure) -> ran.countDown())
                    .thenApply(answer -> hostility.strike())
                    .whenComplete((answer, failure) -> hostility.strike());

            eventually("it has run", () -> ran.getCount() == 0);
            assertUnharmed(client, other);
        }
    }

    /** Deadlines are the held-up thread's too: whoever waits by blocking is let go all the same, and so is who closes. */
    @Test
    void parserOrContinuation_thatNeverReturns_holdsUpNeitherBlockingCallersNorClose() {
        RpcClient parsing = client(null);
        callParsedBy(parsing, this::hang, LONG);
        RpcClient continuing = client(null);
        continuing.connection(0).eventLoop().execute(() -> find(continuing, 1).thenRun(this::hang));
        eventually("both hang", () -> hanging.get() == 2);

        // at once, since each waits a while for its event loop
        List<CompletableFuture<FindUserInfoResponse>> blocked = Stream.of(parsing, continuing)
                .map(client -> CompletableFuture.supplyAsync(() -> callBlocking(client)))
                .toList();

        for (CompletableFuture<FindUserInfoResponse> call : blocked) {
            assertThat(failureOf(call)).hasMessageContaining("the event loop is held up");
        }
        assertClosesInItsBound(parsing);
        assertClosesInItsBound(continuing);
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    void task_thatThrowsOnTheEventLoop_doesNotEndIt(Hostility hostility) {
        try (RpcClient client = client(null)) {
            CompletableFuture<FindUserInfoResponse> other = pendingCall(client);

            client.connection(0).eventLoop().execute(hostility::strike);

            assertUnharmed(client, other);
        }
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    void directory_thatThrows_leavesNoThreadBehind(Hostility hostility) {
        ServerDirectory hostile = listener -> hostility.strike();

        assertThatThrownBy(() -> balanced(hostile)).isNotNull();
        assertNoThreadLeft();
    }

    @Test
    @SuppressWarnings("NullAway") // that is the mistake
    void directory_whoseWatchIsNull_isRefused_andLeavesNoThreadBehind() {
        ServerDirectory hostile = listener -> null;

        assertThatThrownBy(() -> balanced(hostile)).hasMessageContaining("watch returned null (expected: a watch)");
        assertNoThreadLeft();
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    void watch_thatThrowsAtItsClose_leavesNoThreadBehind(Hostility hostility) throws Exception {
        BalancedClient client = balanced(listener -> {
            listener.accept(List.of(address()));
            return hostility::strike;
        });
        assertThat(call(client).get(30, TimeUnit.SECONDS).getFound()).isTrue();

        assertThatThrownBy(client::close).isNotNull();

        assertNoThreadLeft();
    }

    @Test
    @SuppressWarnings("NullAway") // that is the mistake
    void directory_thatNamesNonsense_isToldSo_andWhatItNamedBeforeIsServed() throws Exception {
        CompletableFuture<Consumer<List<ServerAddress>>> telling = new CompletableFuture<>();
        ServerDirectory hostile = listener -> {
            telling.complete(listener);
            listener.accept(List.of(address()));
            return () -> {};
        };
        try (BalancedClient client = balanced(hostile)) {
            List<ServerAddress> withNull = new ArrayList<>(List.of(new ServerAddress("127.0.0.1", 1)));
            withNull.add(null);

            assertThatThrownBy(() -> telling.join().accept(withNull)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> telling.join().accept(null)).isInstanceOf(NullPointerException.class);

            assertThat(client.servers()).extracting(ServerView::address).containsExactly(address());
            assertThat(call(client).get(30, TimeUnit.SECONDS).getFound()).isTrue();
        }
    }

    private RpcClient client(@Nullable ClientCallObserver observer) {
        RpcClient.Builder builder = RpcClient.builder()
                .target("127.0.0.1", server.port())
                .connections(1)
                .reconnectBackoff(Duration.ofMillis(10), Duration.ofMillis(40))
                .jitterSeed(1);
        return (observer != null ? builder.observer(observer) : builder).build();
    }

    private static BalancedClient balanced(ServerDirectory directory) {
        return BalancedClient.builder(RpcClient.builder().eventLoops(1))
                .servers(directory)
                .build();
    }

    private ServerAddress address() {
        return new ServerAddress("127.0.0.1", server.port());
    }

    /** A call whose answer the server keeps back. */
    private CompletableFuture<FindUserInfoResponse> pendingCall(RpcClient client) {
        server.held().clear();
        server.enqueue(server.held()::add);
        CompletableFuture<FindUserInfoResponse> call = find(client, 1);
        eventually("it has arrived", () -> !server.held().isEmpty());
        return call;
    }

    /** What was pending meanwhile is answered, a new call too, a deadline is kept, and all over the first connection. */
    private void assertUnharmed(RpcClient client, CompletableFuture<FindUserInfoResponse> pending) {
        server.held().forEach(exchange -> Step.answer().play(exchange));
        assertThat(pending).succeedsWithin(LONG);
        assertThat(find(client, 7)).succeedsWithin(LONG);
        assertTimesOut(client);
        eventually("nothing is pending", () -> client.pendingCalls() == 0);
        assertThat(client.reconnects()).isZero();
        assertThat(client.connectionsUp()).isEqualTo(1);
        client.close(CLOSE_BOUND);
        assertNoThreadLeft();
    }

    /** On a slow machine a call may time out before it is sent, so the next one must not get what it was meant to get. */
    private void assertTimesOut(RpcClient client) {
        server.always(Step.silence());
        RpcException failure = failureOf(client.call(FIND_USER_INFO, request(8), SHORT));
        server.always(Step.answer());
        assertThat(failure.is(RpcErrorCode.ERPCTIMEDOUT)).isTrue();
    }

    private static void assertClosesInItsBound(RpcClient client) {
        long before = System.nanoTime();
        client.close(Duration.ofMillis(200));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
    }

    private static void assertNoThreadLeft() {
        eventually("the client's threads have ended", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("rpc-client")));
    }

    private FindUserInfoResponse hang() {
        hanging.incrementAndGet();
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return FindUserInfoResponse.getDefaultInstance();
    }

    private static CompletableFuture<FindUserInfoResponse> callParsedBy(
            RpcClient client, Parsing parsing, Duration timeout) {
        return client.call(
                new RpcMethod<>(
                        FIND_USER_INFO.serviceName(),
                        FIND_USER_INFO.shortServiceName(),
                        FIND_USER_INFO.methodName(),
                        FIND_USER_INFO.requestParser(),
                        parser(parsing)),
                request(5),
                timeout);
    }

    @FunctionalInterface
    private interface Parsing {
        @Nullable
        Message parse() throws InterruptedException;
    }

    private static <M extends Message> AbstractParser<M> parser(Parsing parsing) {
        return new AbstractParser<>() {
            @Override
            @SuppressWarnings({"unchecked", "NullAway"}) // as hostile as the test wants it
            public M parsePartialFrom(CodedInputStream input, ExtensionRegistryLite extensions) {
                try {
                    return (M) parsing.parse();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    /** A message that is like any other but in one method. */
    private static Message hostileMessage(String struck, Hostility hostility) {
        return (Message) Proxy.newProxyInstance(
                Message.class.getClassLoader(),
                new Class<?>[] {Message.class},
                (proxy, method, arguments) ->
                        method.getName().equals(struck) ? hostility.strike() : method.invoke(request(1), arguments));
    }

    private static FindUserInfoResponse callBlocking(RpcClient client) {
        try {
            return client.callBlocking(FIND_USER_INFO, request(1), SHORT);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static CompletableFuture<FindUserInfoResponse> find(RpcClient client, long userId) {
        return client.call(FIND_USER_INFO, request(userId), LONG);
    }

    private static CompletableFuture<FindUserInfoResponse> call(BalancedClient client) {
        return client.call(FIND_USER_INFO, request(1), LONG);
    }

    private static FindUserInfoRequest request(long userId) {
        return FindUserInfoRequest.newBuilder().setUserId(userId).build();
    }

    private static RpcException failureOf(CompletableFuture<?> call) {
        return assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> call.get(30, TimeUnit.SECONDS))
                .havingCause()
                .asInstanceOf(type(RpcException.class))
                .actual();
    }
}
