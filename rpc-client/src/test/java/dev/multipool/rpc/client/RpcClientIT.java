package dev.multipool.rpc.client;

import static dev.multipool.rpc.client.Eventually.eventually;
import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.multipool.rpc.client.ScriptedRpcServer.Exchange;
import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings("FutureReturnValueIgnored") // some calls are sent only to be pending
@ExtendWith(LeakCheck.class)
class RpcClientIT {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ScriptedRpcServer server = ScriptedRpcServer.start();
    private final List<AutoCloseable> toClose = new ArrayList<>(List.of(server));

    @AfterEach
    void closeAll() throws Exception {
        Collections.reverse(toClose);
        for (AutoCloseable closeable : toClose) {
            closeable.close();
        }
    }

    @Test
    void call_answered_completesWithTheResponseOnTheChannelsEventLoop() throws Exception {
        RpcClient client = client(1);

        server.hold();
        AtomicReference<String> completedOn = new AtomicReference<>();
        CompletableFuture<FindUserInfoResponse> call = find(client, 42)
                .whenComplete((r, e) -> completedOn.set(Thread.currentThread().getName()));
        answerHeld(42);
        FindUserInfoResponse response = call.get(30, TimeUnit.SECONDS);

        assertThat(response.getUser().getId()).isEqualTo(42);
        assertThat(completedOn.get()).startsWith("rpc-client-");
        assertThat(client.pendingCalls()).isZero();
    }

    @Test
    void call_sendsNamesTimeoutAndDistinctIds() throws Exception {
        RpcClient client = client(1);

        client.callBlocking(FIND_USER_INFO, request(1), Duration.ofSeconds(40));
        client.callBlocking(FIND_USER_INFO, request(2), Duration.ofSeconds(40));

        assertThat(server.requests())
                .extracting(meta -> meta.getRequest().getServiceName(), meta -> meta.getRequest()
                        .getMethodName())
                .containsOnly(tuple("multipool.user.v1.UserService", "findUserInfo"));
        assertThat(server.requests())
                .extracting(meta -> meta.getRequest().getTimeoutMs())
                .allMatch(millis -> millis > 20_000 && millis <= 40_000);
        assertThat(server.requests()).extracting(RpcMeta::getCorrelationId).doesNotHaveDuplicates();
    }

    @Test
    void connection_onWhichTheServerSaidThatItStops_takesNoNewCall_keepsThoseUnderWay_andIsMadeAnew() throws Exception {
        RpcClient client = client(1);
        server.enqueue(server.held()::add, Step.error(RpcErrorCode.ELOGOFF, "stopping"));
        CompletableFuture<FindUserInfoResponse> underWay = find(client, 1);

        assertThatThrownBy(() -> find(client, 2).get(30, TimeUnit.SECONDS)).hasMessageContaining("ELOGOFF: stopping");
        assertThatThrownBy(() -> find(client, 3).get(30, TimeUnit.SECONDS)).hasMessageContaining("is stopping");

        assertThat(server.requestCount()).isEqualTo(2);
        server.held().forEach(exchange -> Step.answer().play(exchange));
        assertThat(underWay.get(30, TimeUnit.SECONDS).getFound()).isTrue();
        eventually("the client hung up and came again", () -> client.reconnects() == 1);
        assertThat(client.connectionsUp()).isEqualTo(1);
    }

    /** Frames that differ in their correlation id alone share a meta: the goodbye is told by its own id all the same. */
    @Test
    void goodbye_afterAnElogoffWithTheSameText_failsWhatIsPendingAtOnce() throws Exception {
        RpcClient client = client(1);
        server.enqueue(server.held()::add, Step.error(RpcErrorCode.ELOGOFF, "stopping"));
        CompletableFuture<FindUserInfoResponse> underWay = find(client, 1);
        assertThatThrownBy(() -> find(client, 2).get(30, TimeUnit.SECONDS)).hasMessageContaining("ELOGOFF: stopping");

        Step.goodbye().play(server.held().remove());

        RpcException failure = failureOf(underWay);
        assertThat(failure.is(RpcErrorCode.ELOGOFF)).isTrue();
        assertThat(failure.isNotExecuted()).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // that is the mistake
    void callAttached_ofNothing_isTheCallersMistake_andTakesNoSlot() {
        RpcClient client = client(1);

        assertThatNullPointerException().isThrownBy(() -> client.callAttached(FIND_USER_INFO, null, LONG));

        assertThat(client.pendingCalls()).isZero();
    }

    @Test
    void calls_answeredInReverseOrder_eachGetsItsOwnAnswer() throws Exception {
        server.hold();
        RpcClient client = client(1);

        List<CompletableFuture<FindUserInfoResponse>> calls = new ArrayList<>();
        for (int id = 1; id <= 100; id++) {
            calls.add(find(client, id));
        }
        eventually("all requests are there", () -> server.held().size() == 100);
        List<Exchange> reversed = new ArrayList<>(server.held());
        Collections.reverse(reversed);
        reversed.forEach(exchange -> Step.answer().play(exchange));

        for (int id = 1; id <= 100; id++) {
            assertThat(calls.get(id - 1).get(30, TimeUnit.SECONDS).getUser().getId())
                    .isEqualTo(id);
        }
    }

    @Test
    void call_roundRobin_usesAllConnections() {
        RpcClient client = client(4);
        server.hold();

        for (int id = 1; id <= 8; id++) {
            find(client, id);
        }

        eventually("all requests are there", () -> server.held().size() == 8);
        assertThat(server.held().stream().map(e -> e.ctx().channel()).distinct())
                .hasSize(4);
        assertThat(client.connectionsUp()).isEqualTo(4);
    }

    @Test
    void connection_pinsItsCallsToOneChannel() {
        RpcClient client = client(4);
        server.hold();

        for (int id = 1; id <= 8; id++) {
            client.connection(2).call(FIND_USER_INFO, request(id), LONG);
        }

        eventually("all requests are there", () -> server.held().size() == 8);
        assertThat(server.held().stream().map(e -> e.ctx().channel()).distinct())
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(RpcErrorCode.class)
    void call_answeredWithAnErrorCode_failsWithCodeAndText(RpcErrorCode code) {
        server.enqueue(Step.error(code, "because"));
        RpcClient client = client(1);

        RpcException failure = failureOf(find(client, 1));

        assertThat(failure.is(code)).isTrue();
        assertThat(failure.text()).isEqualTo("because");
    }

    @Test
    void call_answeredWithAForeignErrorCode_keepsTheNumber() {
        server.enqueue(exchange -> exchange.error(112, "host down"));
        RpcClient client = client(1);

        assertThat(failureOf(find(client, 1)).codeNumber()).isEqualTo(112);
    }

    @Test
    void call_notAnswered_failsAtItsDeadline() {
        server.always(Step.silence());
        RpcClient client = client(1);

        long start = System.nanoTime();
        RpcException failure = failureOf(client.call(FIND_USER_INFO, request(1), Duration.ofMillis(50)));

        assertThat(failure)
                .hasMessage("ERPCTIMEDOUT: multipool.user.v1.UserService/findUserInfo: no answer within PT0.05S");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
        assertThat(client.pendingCalls()).isZero();
    }

    @Test
    void bytes_areCountedEachWay_andAnswersThatHaveMoreAreMore() throws Exception {
        RpcClient client = client(1);
        assertThat(client.sentBytes()).isZero();
        assertThat(client.receivedBytes()).isZero();

        find(client, 1).get(30, TimeUnit.SECONDS);
        long sentForOne = client.sentBytes();
        long receivedForOne = client.receivedBytes();
        find(client, 1).get(30, TimeUnit.SECONDS);

        // 12 bytes of header, then service and method by name
        assertThat(sentForOne).isGreaterThan(12 + "multipool.user.v1.UserService".length());
        assertThat(receivedForOne)
                .isGreaterThan(12 + ScriptedRpcServer.userAnswer(1).getSerializedSize());
        assertThat(client.sentBytes()).isEqualTo(2 * sentForOne);
        assertThat(client.receivedBytes()).isEqualTo(2 * receivedForOne);
    }

    @Test
    void answer_afterTheDeadline_isDroppedAndCounted() throws Exception {
        server.hold();
        RpcClient client = client(1);

        // on a slow machine a call may time out before it is sent
        while (server.held().isEmpty()) {
            RpcException failure = failureOf(client.call(FIND_USER_INFO, request(1), Duration.ofMillis(20)));
            assertThat(failure.is(RpcErrorCode.ERPCTIMEDOUT)).isTrue();
        }
        server.always(Step.answer());
        int late = server.held().size();
        server.held().forEach(exchange -> Step.answer().play(exchange));

        eventually("the late answer is counted", () -> client.lateAnswers() == late);
        assertThat(find(client, 2).get(30, TimeUnit.SECONDS).getUser().getId()).isEqualTo(2);
    }

    @Test
    void call_unparsableResponse_failsWithEresponseAndKeepsTheConnection() throws Exception {
        server.enqueue(Step.unparsable());
        RpcClient client = client(1);

        assertThat(failureOf(find(client, 1)).is(RpcErrorCode.ERESPONSE)).isTrue();

        assertThat(find(client, 2).get(30, TimeUnit.SECONDS).getFound()).isTrue();
        assertThat(client.reconnects()).isZero();
    }

    @Test
    void call_responseThatCanNotBeUnpacked_failsWithEresponse() {
        server.enqueue(exchange -> exchange.write(
                RpcMeta.newBuilder()
                        .setResponse(RpcResponseMeta.getDefaultInstance())
                        .setCompressType(1),
                Unpooled.EMPTY_BUFFER));
        RpcClient client = client(1);

        assertThat(failureOf(find(client, 1)).text()).contains("the response can't be unpacked: ");
    }

    @Test
    void call_answerWithoutTheMetaOfAResponse_isNoSuccess() {
        server.enqueue(exchange -> exchange.write(RpcMeta.newBuilder(), Unpooled.EMPTY_BUFFER));
        RpcClient client = client(1);

        RpcException failure = failureOf(find(client, 1));

        assertThat(failure.is(RpcErrorCode.ERESPONSE)).isTrue();
        assertThat(failure.text()).endsWith("a frame without a response's meta (expected: one with it)");
    }

    @Test
    void goodbyeOnEachConnect_doesNotShortenThePausesBetweenConnects() {
        RpcClient client = track(RpcClient.builder()
                .target("127.0.0.1", server.port())
                .reconnectBackoff(Duration.ofMillis(20), Duration.ofSeconds(10))
                .build());
        long begin = System.nanoTime();

        server.sayGoodbyeOnConnect().dropConnections();
        eventually("it tries", () -> client.reconnects() >= 5);

        // each pause is at least half of its upper end, which doubles from 20 ms on
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(10 * ((1 << 5) - 1)));
    }

    @Test
    void call_garbageAnswer_closesTheConnectionAndFailsAllItsCalls() {
        server.enqueue(Step.silence(), Step.garbage());
        RpcClient client = client(1);

        CompletableFuture<FindUserInfoResponse> innocent = find(client, 1);
        CompletableFuture<FindUserInfoResponse> broken = find(client, 2);

        assertThat(failureOf(innocent).is(RpcErrorCode.EFAILEDSOCKET)).isTrue();
        assertThat(failureOf(broken).text()).contains("lost: magic byte 0");
        eventually("it reconnects", () -> client.reconnects() == 1);
    }

    @Test
    void call_attachmentSizeThatDoesNotFit_failsThatCallWithEresponse() {
        server.enqueue(exchange -> {
            RpcMeta lie = RpcMeta.newBuilder()
                    .setCorrelationId(exchange.meta().getCorrelationId())
                    .setAttachmentSize(99)
                    .build();
            var frame = exchange.ctx().alloc().buffer();
            frame.writeInt(0x50525043).writeInt(lie.getSerializedSize()).writeInt(lie.getSerializedSize());
            frame.writeBytes(lie.toByteArray());
            exchange.ctx().writeAndFlush(frame);
        });
        RpcClient client = client(1);

        assertThat(failureOf(find(client, 1)).is(RpcErrorCode.ERESPONSE)).isTrue();
    }

    @Test
    void reset_withPendingCalls_failsThemAllAtOnce() {
        server.always(Step.silence());
        RpcClient client = client(1);
        List<CompletableFuture<FindUserInfoResponse>> calls = new ArrayList<>();
        for (int id = 1; id <= 20; id++) {
            calls.add(find(client, id));
        }
        eventually("all requests are there", () -> server.requestCount() == 20);

        server.enqueue(Step.reset());
        calls.add(find(client, 21));

        for (CompletableFuture<FindUserInfoResponse> call : calls) {
            assertThat(failureOf(call).is(RpcErrorCode.EFAILEDSOCKET)).isTrue();
        }
        assertThat(client.pendingCalls()).isZero();
    }

    @Test
    void server_restarted_clientReconnectsByItself() throws Exception {
        RpcClient client = client(2);
        int port = server.port();

        server.close();
        eventually("both connections are down", () -> client.connectionsUp() == 0);
        RpcException whileDown = failureOf(find(client, 1));
        toClose.add(ScriptedRpcServer.start(port));
        eventually("both connections are up", () -> client.connectionsUp() == 2);

        assertThat(whileDown).hasMessage("EFAILEDSOCKET: not connected to 127.0.0.1:" + port);
        assertThat(find(client, 2).get(30, TimeUnit.SECONDS).getFound()).isTrue();
    }

    @Test
    void call_oneConnectionDown_prefersTheOther() throws Exception {
        RpcClient client = client(2, Duration.ofSeconds(30));
        server.enqueue(Step.reset());
        failureOf(find(client, 1));
        assertThat(client.connectionsUp()).isEqualTo(1);

        for (int id = 2; id <= 11; id++) {
            assertThat(find(client, id).get(30, TimeUnit.SECONDS).getFound()).isTrue();
        }
    }

    @Test
    void call_aboveTheLimit_failsWithElimitAndSendsNothing() {
        server.hold();
        RpcClient client = track(RpcClient.builder()
                .target("127.0.0.1", server.port())
                .maxPendingCalls(2)
                .build());
        find(client, 1);
        find(client, 2);

        CompletableFuture<FindUserInfoResponse> third = find(client, 3);

        assertThat(third).isDone();
        assertThat(failureOf(third)).hasMessage("ELIMIT: pending calls: 2 (the limit maxPendingCalls is reached)");
        eventually("two requests are there", () -> server.requestCount() == 2);
        assertThat(client.pendingCalls()).isEqualTo(2);
    }

    @Test
    void completion_maySendTheNextCallIntoTheSlotThatItLeaves() throws Exception {
        RpcClient client = track(RpcClient.builder()
                .target("127.0.0.1", server.port())
                .maxPendingCalls(1)
                .build());

        FindUserInfoResponse second =
                find(client, 1).thenCompose(first -> find(client, 2)).get(30, TimeUnit.SECONDS);

        assertThat(second.getUser().getId()).isEqualTo(2);
    }

    @Test
    void cancel_freesTheSlot_andTheAnswerIsLate() {
        server.hold();
        RpcClient client = client(1);
        CompletableFuture<FindUserInfoResponse> call = find(client, 1);
        eventually("the request is there", () -> server.held().size() == 1);

        assertThat(call.cancel(false)).isTrue();
        eventually("the slot is free", () -> client.pendingCalls() == 0);
        server.held().forEach(exchange -> Step.answer().play(exchange));

        eventually("the late answer is counted", () -> client.lateAnswers() == 1);
        assertThat(call).isCancelled();
    }

    @Test
    void orTimeout_ofTheCaller_freesTheSlot() {
        server.always(Step.silence());
        RpcClient client = client(1);

        CompletableFuture<FindUserInfoResponse> call = find(client, 1).orTimeout(10, TimeUnit.MILLISECONDS);

        assertThatThrownBy(() -> call.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(TimeoutException.class);
        eventually("the slot is free", () -> client.pendingCalls() == 0);
    }

    @Test
    void close_withPendingCalls_failsThemWithEcloseAndIsIdempotent() {
        server.always(Step.silence());
        RpcClient client = client(2);
        List<CompletableFuture<FindUserInfoResponse>> calls = List.of(find(client, 1), find(client, 2));

        client.close();
        client.close(Duration.ofSeconds(1));

        for (CompletableFuture<FindUserInfoResponse> call : calls) {
            assertThat(failureOf(call).is(RpcErrorCode.ECLOSE)).isTrue();
        }
        assertThat(failureOf(find(client, 3)).is(RpcErrorCode.ECLOSE)).isTrue();
        assertThat(client.pendingCalls()).isZero();
        assertThat(client.connectionsUp()).isZero();
    }

    @Test
    void close_onTheOwnEventLoop_doesNotWaitForItself() throws Exception {
        RpcClient client = client(1);

        find(client, 1).thenRun(client::close).get(30, TimeUnit.SECONDS);

        eventually("it is closed", () -> client.connectionsUp() == 0);
    }

    @Test
    void callBlocking_onTheOwnEventLoop_refuses() {
        RpcClient client = client(1);

        server.hold();
        CompletableFuture<Object> attempt = find(client, 1).thenApply(first -> {
            try {
                return client.callBlocking(FIND_USER_INFO, request(2), LONG);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        answerHeld(1);
        assertThatThrownBy(() -> attempt.get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("callBlocking on rpc-client-");
    }

    /** Answers a call once its stages are attached, so that they run where it completes. */
    private void answerHeld(long userId) {
        eventually("the call has arrived", () -> !server.held().isEmpty());
        server.held().remove().answer(ScriptedRpcServer.userAnswer(userId));
    }

    @Test
    void callBlocking_interrupted_cancelsTheCallAndKeepsTheFlag() {
        server.always(Step.silence());
        RpcClient client = client(1);

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> client.callBlocking(FIND_USER_INFO, request(1), LONG))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        eventually("the slot is free", () -> client.pendingCalls() == 0);
    }

    @Test
    void callBlocking_failed_throwsTheRpcException() {
        server.enqueue(Step.error(RpcErrorCode.ELOGOFF, "stopping"));
        RpcClient client = client(1);

        assertThatThrownBy(() -> client.callBlocking(FIND_USER_INFO, request(1), LONG))
                .isInstanceOf(RpcException.class)
                .hasMessage("ELOGOFF: stopping");
    }

    @Test
    void call_requestAboveTheFrameLimit_isRefusedLocally() {
        RpcClient client = track(RpcClient.builder()
                .target("127.0.0.1", server.port())
                .limits(new FrameLimits(16, 16))
                .build());

        assertThat(failureOf(find(client, 1)).is(RpcErrorCode.EREQUEST)).isTrue();
        assertThat(client.pendingCalls()).isZero();
        assertThat(server.requestCount()).isZero();
    }

    @Test
    void calls_toAServerThatStopsReading_failWithEovercrowdedBeforeMemoryFills() throws Exception {
        server.enqueue(exchange -> exchange.ctx().channel().config().setAutoRead(false));
        RpcClient client = client(1);
        find(client, 1);
        eventually("it reads no more", () -> server.requestCount() == 1);
        FindUserInfoRequest large = request(2).toBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                99,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(ByteString.copyFrom(new byte[1 << 20]))
                                        .build())
                        .build())
                .build();

        List<CompletableFuture<FindUserInfoResponse>> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            calls.add(client.call(FIND_USER_INFO, large, LONG));
        }

        eventually("the last ones are refused", () -> calls.get(39).isDone());
        client.close();

        assertThat(calls)
                .extracting(RpcClientIT::failureOf)
                .extracting(failure -> failure.is(RpcErrorCode.EOVERCROWDED))
                .contains(true, false);
        assertThat(client.pendingCalls()).isZero();
    }

    @Test
    void call_zeroTimeout_isTheCallersMistake() {
        RpcClient client = client(1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.call(FIND_USER_INFO, request(1), Duration.ZERO))
                .withMessageStartingWith("timeout: PT0S (expected: ");
        assertThat(client.pendingCalls()).isZero();
    }

    @Test
    void build_nobodyListens_failsWithOneClearLine() {
        int port = server.port();
        server.close();

        assertThatThrownBy(() -> RpcClient.builder()
                        .target("127.0.0.1", port)
                        .connections(3)
                        .build())
                .isInstanceOf(RpcException.class)
                .hasMessage("EFAILEDSOCKET: cannot connect to 127.0.0.1:" + port + ": Connection refused");
    }

    private RpcClient client(int connections) {
        return client(connections, Duration.ofMillis(10));
    }

    private RpcClient client(int connections, Duration firstBackoff) {
        return track(RpcClient.builder()
                .target("127.0.0.1", server.port())
                .connections(connections)
                .reconnectBackoff(firstBackoff, firstBackoff.multipliedBy(4))
                .jitterSeed(1)
                .build());
    }

    private RpcClient track(RpcClient client) {
        toClose.add(client);
        return client;
    }

    private static FindUserInfoRequest request(long userId) {
        return FindUserInfoRequest.newBuilder().setUserId(userId).build();
    }

    private static CompletableFuture<FindUserInfoResponse> find(RpcClient client, long userId) {
        return client.call(FIND_USER_INFO, request(userId), LONG);
    }

    private static RpcException failureOf(CompletableFuture<?> call) {
        return assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> call.get(30, TimeUnit.SECONDS))
                .havingCause()
                .asInstanceOf(type(RpcException.class))
                .actual();
    }
}
