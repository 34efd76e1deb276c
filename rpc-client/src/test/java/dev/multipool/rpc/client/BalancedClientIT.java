package dev.multipool.rpc.client;

import static dev.multipool.rpc.client.Eventually.eventually;
import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is sent to whom, and what is sent again, over real connections. */
@SuppressWarnings("FutureReturnValueIgnored") // calls that the script ends
@ExtendWith(LeakCheck.class)
class BalancedClientIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final ScriptedRpcServer first = ScriptedRpcServer.start();
    private final ScriptedRpcServer second = ScriptedRpcServer.start();
    private final ChangingDirectory directory = new ChangingDirectory(List.of(first, second));
    private final BalancedClient client = client(Duration.ofMillis(100));

    /** Tells what the test says. */
    private static final class ChangingDirectory implements ServerDirectory {
        private final List<ScriptedRpcServer> initial;
        private volatile Consumer<List<ServerAddress>> listener = servers -> {};

        ChangingDirectory(List<ScriptedRpcServer> initial) {
            this.initial = initial;
        }

        @Override
        public Watch watch(Consumer<List<ServerAddress>> newListener) {
            listener = newListener;
            tell(initial.toArray(ScriptedRpcServer[]::new));
            return () -> {};
        }

        void tell(ScriptedRpcServer... servers) {
            listener.accept(Arrays.stream(servers)
                    .map(server -> new ServerAddress("127.0.0.1", server.port()))
                    .toList());
        }
    }

    @BeforeEach
    void awaitBoth() {
        eventually("both are up", this::bothAreUp);
    }

    @AfterEach
    void closeAll() {
        client.close();
        first.close();
        second.close();
    }

    @Test
    void callsUnderWay_areSpreadEvenly() {
        first.hold();
        second.hold();
        for (int i = 0; i < 10; i++) {
            call();
        }

        eventually("all were sent", () -> first.requestCount() + second.requestCount() == 10);
        assertThat(first.requestCount()).isEqualTo(5);
        assertThat(client.servers()).extracting(ServerView::inFlight).containsExactly(5, 5);
    }

    @Test
    void call_answeredElogoff_isSentToTheOther_andItsConnectionMadeAnew() throws Exception {
        refuseOnce(Step.error(RpcErrorCode.ELOGOFF, "stopping"));

        assertThat(call().get(30, TimeUnit.SECONDS).getFound()).isTrue();

        assertThat(client.retries()).isEqualTo(1);
        assertThat(first.requestCount() + second.requestCount()).isEqualTo(2);
        eventually("the client hung up and came again", this::bothAreUp);
    }

    @Test
    void call_answeredElogoff_withoutARetryBudget_fails() {
        try (BalancedClient sparing = BalancedClient.builder(RpcClient.builder().connections(1))
                .servers(directory)
                .retryBudget(0, 0)
                .build()) {
            eventually("both are up", () -> bothAreUp(sparing));
            refuseOnce(Step.error(RpcErrorCode.ELOGOFF, "stopping"));

            RpcException failure = failureOf(call(sparing));

            assertThat(failure.is(RpcErrorCode.ELOGOFF)).isTrue();
            assertThat(failure.isNotExecuted()).isTrue();
            assertThat(sparing.retries()).isZero();
            assertThat(sparing.deniedRetries()).isEqualTo(1);
        }
    }

    @Test
    void goodbye_makesWhatIsUnansweredSafeToRepeat() throws Exception {
        refuseOnce(Step.goodbye());

        assertThat(call().get(30, TimeUnit.SECONDS).getFound()).isTrue();

        assertThat(client.retries()).isEqualTo(1);
    }

    @Test
    void call_thatMayHaveBeenExecuted_isNotSentAgain() {
        refuseOnce(Step.reset());

        RpcException failure = failureOf(call());

        assertThat(failure.is(RpcErrorCode.EFAILEDSOCKET)).isTrue();
        assertThat(failure.isNotExecuted()).isFalse();
        assertThat(first.requestCount() + second.requestCount()).isEqualTo(1);
        assertThat(client.retries()).isZero();
    }

    @Test
    void whenNoServerIsThere_callsFailAtOnce_untilOneIsBack() throws Exception {
        int port = first.port();
        first.close();
        second.close();
        eventually("both are gone", () -> client.servers().stream().allMatch(server -> server.connectionsUp() == 0));

        RpcException failure = failureOf(call());

        assertThat(failure.text()).startsWith("no server is connected of ");
        assertThat(failure.isNotExecuted()).isTrue();
        try (ScriptedRpcServer back = ScriptedRpcServer.start(port)) {
            eventually("one is back", () -> client.servers().get(0).connectionsUp() == 1);
            assertThat(call().get(30, TimeUnit.SECONDS).getFound()).isTrue();
            assertThat(back.requestCount()).isEqualTo(1);
        }
    }

    @Test
    void server_whoseAnswersFail_isEjected() {
        try (BalancedClient strict = client(Duration.ofMinutes(2))) {
            eventually("both are up", () -> bothAreUp(strict));
            callUntilFirstIsEjected(strict);
            long sentBefore = first.requestCount();

            for (int i = 0; i < 10; i++) {
                assertThat(call(strict).join().getFound()).isTrue();
            }

            assertThat(first.requestCount()).isEqualTo(sentBefore);
        }
    }

    @Test
    void server_thatWasEjected_andAnswersAgain_comesBack() {
        callUntilFirstIsEjected(client);

        first.always(Step.answer());

        eventually("it is back", () -> {
            call().exceptionally(failure -> null).join();
            return !client.servers().get(0).isEjected();
        });
    }

    private void callUntilFirstIsEjected(BalancedClient caller) {
        first.always(Step.error(RpcErrorCode.EINTERNAL, "broken"));
        eventually("it is ejected", () -> {
            call(caller).exceptionally(failure -> null).join();
            return caller.servers().get(0).isEjected();
        });
    }

    @Test
    void server_thatIsNoLongerNamed_finishesItsCalls_thenItsConnectionsAreClosed() throws Exception {
        first.hold();
        second.hold();
        CompletableFuture<FindUserInfoResponse> one = call();
        CompletableFuture<FindUserInfoResponse> other = call();
        eventually(
                "each has one", () -> first.held().size() == 1 && second.held().size() == 1);

        directory.tell(second);

        assertThat(client.servers()).hasSize(1);
        assertThat(client.drainingServers()).isEqualTo(1);
        assertThat(first.connectionCount()).isEqualTo(1);
        first.held().forEach(exchange -> Step.answer().play(exchange));
        second.held().forEach(exchange -> Step.answer().play(exchange));
        assertThat(one.get(30, TimeUnit.SECONDS).getFound()).isTrue();
        assertThat(other.get(30, TimeUnit.SECONDS).getFound()).isTrue();
        eventually("its connection is closed", () -> first.connectionCount() == 0);
        assertThat(client.drainingServers()).isZero();
    }

    @Test
    void callThatOutlastsTheDrain_failsLikeABrokenConnection_sinceTheClientIsOpen() {
        try (BalancedClient impatient = BalancedClient.builder(
                        RpcClient.builder().connections(1))
                .servers(directory)
                .drainBound(Duration.ofMillis(50))
                .build()) {
            first.hold();
            second.hold();
            directory.tell(first);
            eventually(
                    "one is left and up",
                    () -> impatient.servers().size() == 1
                            && impatient.servers().get(0).connectionsUp() == 1);
            CompletableFuture<FindUserInfoResponse> call = call(impatient);
            eventually("it was sent", () -> first.held().size() == 1);

            directory.tell(second);

            RpcException failure = failureOf(call);
            assertThat(failure.is(RpcErrorCode.EFAILEDSOCKET)).isTrue();
            assertThat(failure.isNotExecuted()).isFalse();
            assertThat(failure.text()).contains("is no longer one of the servers");
        }
    }

    /** One of two servers comes and goes all the time. */
    @Test
    void serverThatComesAndGoes_underLoad_costsNoCall() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong answered = new AtomicLong();
        Map<String, Integer> failures = new ConcurrentHashMap<>();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            callers.add(new Thread(
                    () -> {
                        while (!over.get()) {
                            try {
                                call().get(30, TimeUnit.SECONDS);
                                answered.incrementAndGet();
                            } catch (Exception e) {
                                failures.merge(String.valueOf(e.getCause()), 1, Integer::sum);
                            }
                        }
                    },
                    "caller-" + i));
        }
        callers.forEach(Thread::start);
        for (int i = 0; i < 200; i++) {
            directory.tell(first);
            LockSupport.parkNanos(500_000);
            directory.tell(first, second);
            LockSupport.parkNanos(500_000);
        }
        over.set(true);
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(failures).isEmpty();
        assertThat(answered).hasPositiveValue();
        assertThat(second.requestCount()).isPositive();
        eventually("all are drained", () -> client.drainingServers() == 0);
    }

    @Test
    void server_thatJoins_getsCalls() throws Exception {
        try (ScriptedRpcServer third = ScriptedRpcServer.start()) {
            directory.tell(first, second, third);

            eventually("it has got one", () -> {
                call().join();
                return third.requestCount() > 0;
            });
        }
    }

    @Test
    void cancel_freesTheSlotOfTheAttemptUnderWay() {
        first.hold();
        second.hold();
        CompletableFuture<FindUserInfoResponse> call = call();
        eventually("it was sent", () -> first.held().size() + second.held().size() == 1);

        assertThat(call.cancel(false)).isTrue();

        assertThat(client.servers()).extracting(ServerView::inFlight).containsOnly(0);
    }

    @Test
    void call_withAnAttachment_isSentAgainWithIt() throws Exception {
        refuseOnce(Step.error(RpcErrorCode.ELOGOFF, "stopping"));

        Attached<FindUserInfoResponse> answer = client.callAttached(
                        FIND_USER_INFO, new Attached<>(request(), ByteString.copyFromUtf8("ab")), TIMEOUT)
                .get(30, TimeUnit.SECONDS);

        assertThat(answer.message().getFound()).isTrue();
        assertThat(Stream.concat(first.requests().stream(), second.requests().stream()))
                .hasSize(2)
                .allMatch(meta -> meta.getAttachmentSize() == 2);
    }

    @Test
    void callBlocking_waitsForTheAnswer_andRefusesToOnTheEventLoops() throws Exception {
        assertThat(client.callBlocking(FIND_USER_INFO, request(), TIMEOUT).getFound())
                .isTrue();

        first.always(Step.after(Duration.ofMillis(50), Step.answer()));
        second.always(Step.after(Duration.ofMillis(50), Step.answer()));
        CompletableFuture<Void> onLoop = call().thenAccept(answer -> {
            try {
                client.callBlocking(FIND_USER_INFO, request(), TIMEOUT);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> onLoop.get(30, TimeUnit.SECONDS))
                .withCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void close_failsWhatIsPending_andWhatComesAfter() {
        first.hold();
        second.hold();
        CompletableFuture<FindUserInfoResponse> pending = call();

        client.close();

        assertThat(failureOf(pending).is(RpcErrorCode.ECLOSE)).isTrue();
        RpcException after = failureOf(call());
        assertThat(after.is(RpcErrorCode.ECLOSE)).isTrue();
        assertThat(after.isNotExecuted()).isTrue();
    }

    @Test
    void build_whenNoServerIsThere_saysWhichWereTried() {
        int port = first.port();
        first.close();

        assertThatExceptionOfType(RpcException.class)
                .isThrownBy(() -> BalancedClient.builder(RpcClient.builder().connectTimeout(Duration.ofMillis(200)))
                        .servers(ServerDirectory.ofAddresses("127.0.0.1:" + port))
                        .build())
                .withMessage(
                        "EFAILEDSOCKET: no connection to any server of 127.0.0.1:" + port + " within PT0.2S (1 known)");
    }

    @Test
    void dnsName_isResolvedAndConnectedTo() throws Exception {
        try (BalancedClient byName = BalancedClient.builder(RpcClient.builder())
                .servers(ServerDirectory.ofDns("127.0.0.1", first.port(), Duration.ofMillis(10)))
                .build()) {
            eventually("the server of that name is up", () -> byName.servers().stream()
                    .anyMatch(server -> server.connectionsUp() > 0));

            assertThat(byName.callBlocking(FIND_USER_INFO, request(), TIMEOUT).getFound())
                    .isTrue();
        }
    }

    @Test
    void settingsThatDoNotFit_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BalancedClient.builder(RpcClient.builder()).build())
                .withMessage("servers: none (expected: a ServerDirectory)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BalancedClient.builder(RpcClient.builder().target("a", 1))
                        .servers(directory)
                        .build())
                .withMessage("target: a:1 (expected: none, the directory names the servers)");
    }

    /** Whichever server gets the first request plays this, the other answers. */
    private void refuseOnce(Step step) {
        AtomicBoolean played = new AtomicBoolean();
        for (ScriptedRpcServer server : List.of(first, second)) {
            server.choose(() -> played.compareAndSet(false, true) ? step : Step.answer());
        }
    }

    private boolean bothAreUp() {
        return bothAreUp(client);
    }

    private static boolean bothAreUp(BalancedClient client) {
        return client.servers().size() == 2
                && client.servers().stream().allMatch(server -> server.connectionsUp() == 1);
    }

    private CompletableFuture<FindUserInfoResponse> call() {
        return call(client);
    }

    private static CompletableFuture<FindUserInfoResponse> call(BalancedClient client) {
        return client.call(FIND_USER_INFO, request(), TIMEOUT);
    }

    private static FindUserInfoRequest request() {
        return FindUserInfoRequest.newBuilder().setUserId(1).build();
    }

    private BalancedClient client(Duration ejection) {
        return BalancedClient.builder(
                        RpcClient.builder().reconnectBackoff(Duration.ofMillis(10), Duration.ofMillis(100)))
                .servers(directory)
                .ejection(3, ejection, ejection.multipliedBy(2))
                .build();
    }

    private static RpcException failureOf(CompletableFuture<?> call) {
        return (RpcException) assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> call.get(30, TimeUnit.SECONDS))
                .havingCause()
                .actual();
    }
}
