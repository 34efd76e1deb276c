package dev.multipool.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.google.protobuf.Message;
import dev.multipool.rpc.client.ScriptedRpcServer;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ClosedLoopUserTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final LoadPlan PLAN = new LoadPlan("localhost", 8000, 1, 1, SECOND, SECOND, SECOND, 50, 1);

    private final MeasuredWindow window = new MeasuredWindow(1_000, 1_000);
    private final LoopRecorder recorder = new LoopRecorder(window);
    private final CountDownLatch activeUsers = new CountDownLatch(1);
    private final Deque<CompletableFuture<FindUserInfoResponse>> pending = new ArrayDeque<>();
    private long nowNanos;

    @Test
    void run_asksAgainWhenTheAnswerIsThere_andMeasuresFromTheAnswerBefore() {
        ManualChannel channel = new ManualChannel(id -> pend());
        userOn(channel).run();
        assertThat(channel.askedIds).hasSize(1);

        nowNanos = 1_100;
        answer(channel);
        nowNanos = 1_130;
        answer(channel);

        assertThat(channel.askedIds).hasSize(3);
        Histogram total = LoopRecorder.newHistogram();
        recorder.drainTo(LoopRecorder.newHistogram(), total);
        assertThat(total.getMinValue()).isEqualTo(30);
        assertThat(total.getMaxValue()).isEqualTo(1_100);
    }

    @Test
    void run_whenTheWindowIsOver_sendsNoMore() {
        ManualChannel channel = new ManualChannel(id -> pend());
        userOn(channel).run();

        nowNanos = 2_000;
        answer(channel);

        assertThat(channel.askedIds).hasSize(1);
        assertThat(activeUsers.getCount()).isZero();
        assertThat(recorder.counts().endedAfterwards()).isEqualTo(1);
    }

    @Test
    void rejectedAtOnce_pausesThroughTheEventLoop_andNeverDeepensTheStack() {
        nowNanos = 1_500;
        ManualChannel channel =
                new ManualChannel(id -> CompletableFuture.failedFuture(new RpcException(RpcErrorCode.ELIMIT, "full")));
        userOn(channel).run();

        for (int i = 0; i < 100_000; i++) {
            channel.scheduled.remove().run();
        }

        assertThat(channel.delays).first().isEqualTo(PLAN.rejectBackoff());
        assertThat(channel.scheduled).hasSize(1);
        assertThat(recorder.counts().errors()).containsExactly(entry("ELIMIT", 100_001L));
    }

    @Test
    void rejected_whenTheWindowIsOver_endsWithoutAPause() {
        ManualChannel channel = new ManualChannel(id -> pend());
        userOn(channel).run();

        nowNanos = 2_000;
        pending.remove().completeExceptionally(new RpcException(RpcErrorCode.ERPCTIMEDOUT, "late"));

        assertThat(channel.scheduled).isEmpty();
        assertThat(activeUsers.getCount()).isZero();
    }

    @Test
    void answerAboutAnotherUser_isAnError() {
        nowNanos = 1_500;
        ManualChannel channel = new ManualChannel(id -> pend());
        userOn(channel).run();

        pending.remove().complete(ScriptedRpcServer.userAnswer(51));

        assertThat(recorder.counts().errors()).containsOnlyKeys(ClosedLoopUser.WRONG_ANSWER);
        assertThat(recorder.counts().calls()).isZero();
        assertThat(channel.scheduled).hasSize(1);
    }

    @Test
    void absentUser_isAnAnswer_andCounted() {
        nowNanos = 1_500;
        ManualChannel channel = new ManualChannel(id -> pend());
        userOn(channel).run();

        pending.remove().complete(FindUserInfoResponse.getDefaultInstance());

        assertThat(recorder.counts().calls()).isEqualTo(1);
        assertThat(recorder.counts().notFound()).isEqualTo(1);
    }

    @Test
    void cancelledCall_isAnErrorByItsName() {
        nowNanos = 1_500;
        ManualChannel channel = new ManualChannel(id -> pend());
        userOn(channel).run();

        pending.remove().cancel(false);

        assertThat(recorder.counts().errors()).containsOnlyKeys("CancellationException");
    }

    @Test
    void ids_areUniformFromOneToTheLargest_andRepeatableBySeed() {
        Function<Long, CompletableFuture<? extends Message>> absent =
                id -> CompletableFuture.failedFuture(new RpcException(RpcErrorCode.ELIMIT, "full"));
        ManualChannel first = new ManualChannel(absent);
        ManualChannel second = new ManualChannel(absent);
        for (ManualChannel channel : List.of(first, second)) {
            userOn(channel).run();
            for (int i = 1; i < 5_000; i++) {
                channel.scheduled.remove().run();
            }
        }

        assertThat(first.askedIds).containsExactlyElementsOf(second.askedIds);
        assertThat(first.askedIds).allMatch(id -> id >= 1 && id <= 50);
        long[] counts = new long[51];
        first.askedIds.forEach(id -> counts[id.intValue()]++);
        double chiSquare = 0;
        for (int id = 1; id <= 50; id++) {
            chiSquare += (counts[id] - 100) * (counts[id] - 100) / 100.0;
        }
        // 49 degrees of freedom: 99.9 % of uniform samples stay below
        assertThat(chiSquare).isLessThan(85.4);
    }

    private ClosedLoopUser userOn(ManualChannel channel) {
        return new ClosedLoopUser(
                channel, PLAN, new SplittableRandom(7), window, recorder, () -> nowNanos, activeUsers);
    }

    private CompletableFuture<FindUserInfoResponse> pend() {
        CompletableFuture<FindUserInfoResponse> call = new CompletableFuture<>();
        pending.add(call);
        return call;
    }

    private void answer(ManualChannel channel) {
        pending.remove().complete(ScriptedRpcServer.userAnswer(channel.askedIds.getLast()));
    }
}
