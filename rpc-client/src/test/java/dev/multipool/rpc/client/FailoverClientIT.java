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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is sent again, to whom, and what is not. */
@ExtendWith(LeakCheck.class)
class FailoverClientIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final ScriptedRpcServer first = ScriptedRpcServer.start();
    private final ScriptedRpcServer second = ScriptedRpcServer.start();
    private final RpcClient toFirst = client(first);
    private final RpcClient toSecond = client(second);
    private final FailoverClient client = new FailoverClient(List.of(toFirst, toSecond));

    @AfterEach
    void closeAll() {
        client.close();
        first.close();
        second.close();
    }

    @Test
    void calls_goToTheServersInTurn() throws Exception {
        for (int i = 0; i < 10; i++) {
            call().get(20, TimeUnit.SECONDS);
        }

        assertThat(first.requestCount()).isEqualTo(5);
        assertThat(second.requestCount()).isEqualTo(5);
        assertThat(client.retries()).isZero();
    }

    @Test
    void call_answeredElogoff_isSentToTheNext_andItsConnectionMadeAnew() throws Exception {
        first.enqueue(Step.error(RpcErrorCode.ELOGOFF, "stopping"));

        assertThat(call().get(20, TimeUnit.SECONDS).getFound()).isTrue();

        assertThat(client.retries()).isEqualTo(1);
        assertThat(second.requestCount()).isEqualTo(1);
        eventually("the client hung up and came again", () -> toFirst.reconnects() == 1);
        assertThat(toFirst.connectionsUp()).isEqualTo(1);
    }

    @Test
    void connection_onWhichTheServerSaidThatItStops_takesNoNewCall_andKeepsThoseUnderWay() throws Exception {
        first.enqueue(Step.after(Duration.ofMillis(200), Step.answer()), Step.error(RpcErrorCode.ELOGOFF, "stopping"));
        CompletableFuture<FindUserInfoResponse> underWay = toFirst.call(FIND_USER_INFO, request(), TIMEOUT);

        assertThat(failureOf(toFirst.call(FIND_USER_INFO, request(), TIMEOUT)).is(RpcErrorCode.ELOGOFF))
                .isTrue();
        RpcException refused = failureOf(toFirst.call(FIND_USER_INFO, request(), TIMEOUT));

        assertThat(refused.isNotExecuted()).isTrue();
        assertThat(first.requestCount()).isEqualTo(2);
        assertThat(underWay.get(20, TimeUnit.SECONDS).getFound()).isTrue();
    }

    @Test
    void goodbye_makesWhatIsUnansweredSafeToRepeat() throws Exception {
        first.enqueue(Step.goodbye());

        assertThat(call().get(20, TimeUnit.SECONDS).getFound()).isTrue();

        assertThat(client.retries()).isEqualTo(1);
        assertThat(toFirst.pendingCalls()).isZero();
    }

    @Test
    void call_thatMayHaveBeenExecuted_isNotSentAgain() {
        first.enqueue(Step.reset());

        RpcException failure = failureOf(call());

        assertThat(failure.is(RpcErrorCode.EFAILEDSOCKET)).isTrue();
        assertThat(failure.isNotExecuted()).isFalse();
        assertThat(second.requestCount()).isZero();
        assertThat(client.retries()).isZero();
    }

    @Test
    void call_toServersThatAreNotThere_failsAfterOneTryEach() {
        first.close();
        second.close();
        eventually("both are gone", () -> toFirst.connectionsUp() + toSecond.connectionsUp() == 0);

        RpcException failure = failureOf(call());

        assertThat(failure.text()).startsWith("not connected to ");
        assertThat(client.retries()).isEqualTo(1);
    }

    @Test
    void cancel_freesTheSlotOfTheAttemptUnderWay() {
        first.hold();
        CompletableFuture<FindUserInfoResponse> call = call();
        eventually("it was sent", () -> toFirst.pendingCalls() == 1);

        assertThat(call.cancel(false)).isTrue();

        eventually("the slot is free", () -> toFirst.pendingCalls() == 0);
    }

    @Test
    void call_withAnAttachment_isSentAgainWithIt() throws Exception {
        first.enqueue(Step.error(RpcErrorCode.ELOGOFF, "stopping"));

        Attached<FindUserInfoResponse> answer = client.callAttached(
                        FIND_USER_INFO, new Attached<>(request(), ByteString.copyFromUtf8("ab")), TIMEOUT)
                .get(20, TimeUnit.SECONDS);

        assertThat(answer.message().getFound()).isTrue();
        assertThat(answer.attachment().isEmpty()).isTrue();
        assertThat(second.requests()).singleElement().satisfies(meta -> assertThat(meta.getAttachmentSize())
                .isEqualTo(2));
    }

    @Test
    void noServers_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FailoverClient(List.of()))
                .withMessage("clients: none (expected: one for each server)");
    }

    private CompletableFuture<FindUserInfoResponse> call() {
        return client.call(FIND_USER_INFO, request(), TIMEOUT);
    }

    private static FindUserInfoRequest request() {
        return FindUserInfoRequest.newBuilder().setUserId(1).build();
    }

    private static RpcClient client(ScriptedRpcServer server) {
        return RpcClient.builder()
                .target("127.0.0.1", server.port())
                .reconnectBackoff(Duration.ofMillis(10), Duration.ofMillis(100))
                .build();
    }

    private static RpcException failureOf(CompletableFuture<?> call) {
        return (RpcException) assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> call.get(20, TimeUnit.SECONDS))
                .havingCause()
                .actual();
    }
}
