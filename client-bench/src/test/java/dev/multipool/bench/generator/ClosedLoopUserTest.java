package dev.multipool.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.google.protobuf.Message;
import dev.multipool.bench.call.Call;
import dev.multipool.bench.measure.Histograms;
import dev.multipool.bench.measure.LoopRecorder;
import dev.multipool.bench.measure.MeasuredWindow;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadModel.ClosedLoop;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.plan.Plans;
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
    private static final ClosedLoop LOAD = ClosedLoop.of(1);
    private static final long MILLI = 1_000_000;

    private final MeasuredWindow window = new MeasuredWindow(1_000 * MILLI, 1_000 * MILLI);
    private final LoopRecorder recorder = new LoopRecorder(window, LoadModel.ClosedLoop.of(1), Plans.SECOND);
    private final CountDownLatch activeUsers = new CountDownLatch(1);
    private final Deque<CompletableFuture<FindUserInfoResponse>> pending = new ArrayDeque<>();
    private long nowNanos;

    @Test
    void run_asksAgainWhenTheAnswerIsThere_andMeasuresFromTheAnswerBefore() {
        ManualConnection channel = new ManualConnection(id -> pend());
        userOn(channel).run();
        assertThat(channel.askedIds).hasSize(1);

        nowNanos = 1_100 * MILLI;
        answer(channel);
        nowNanos = 1_130 * MILLI;
        answer(channel);

        assertThat(channel.askedIds).hasSize(3);
        Histogram total = Histograms.newHistogram();
        recorder.drainTo(Histograms.newHistogram(), total);
        assertThat(total.getMinValue()).isEqualTo(total.lowestEquivalentValue(30 * MILLI));
        assertThat(total.getMaxValue()).isEqualTo(total.highestEquivalentValue(1_100 * MILLI));
    }

    @Test
    void run_whenTheWindowIsOver_sendsNoMore() {
        ManualConnection channel = new ManualConnection(id -> pend());
        userOn(channel).run();

        nowNanos = 2_000 * MILLI;
        answer(channel);

        assertThat(channel.askedIds).hasSize(1);
        assertThat(activeUsers.getCount()).isZero();
        assertThat(recorder.counts().endedAfterwards()).isEqualTo(1);
    }

    @Test
    void rejectedAtOnce_pausesThroughTheEventLoop_andNeverDeepensTheStack() {
        nowNanos = 1_500 * MILLI;
        ManualConnection channel = new ManualConnection(
                id -> CompletableFuture.failedFuture(new RpcException(RpcErrorCode.ELIMIT, "full")));
        userOn(channel).run();

        for (int i = 0; i < 100_000; i++) {
            channel.scheduled.remove().run();
        }

        assertThat(channel.delays).first().isEqualTo(LOAD.rejectBackoff());
        assertThat(channel.scheduled).hasSize(1);
        assertThat(recorder.counts().errors()).containsExactly(entry("ELIMIT", 100_001L));
    }

    @Test
    void rejected_whenTheWindowIsOver_endsWithoutAPause() {
        ManualConnection channel = new ManualConnection(id -> pend());
        userOn(channel).run();

        nowNanos = 2_000 * MILLI;
        pending.remove().completeExceptionally(new RpcException(RpcErrorCode.ERPCTIMEDOUT, "late"));

        assertThat(channel.scheduled).isEmpty();
        assertThat(activeUsers.getCount()).isZero();
    }

    @Test
    void answerAboutAnotherUser_isAnError() {
        nowNanos = 1_500 * MILLI;
        ManualConnection channel = new ManualConnection(id -> pend());
        userOn(channel).run();

        pending.remove().complete(ScriptedRpcServer.userAnswer(51));

        assertThat(recorder.counts().errors()).containsOnlyKeys(Call.WRONG_ANSWER);
        assertThat(recorder.counts().calls()).isZero();
        assertThat(channel.scheduled).hasSize(1);
    }

    @Test
    void absentUser_isAnAnswer_andCounted() {
        nowNanos = 1_500 * MILLI;
        ManualConnection channel = new ManualConnection(id -> pend());
        userOn(channel).run();

        pending.remove().complete(FindUserInfoResponse.getDefaultInstance());

        assertThat(recorder.counts().calls()).isEqualTo(1);
        assertThat(recorder.counts().notFound()).isEqualTo(1);
    }

    @Test
    void cancelledCall_isAnErrorByItsName() {
        nowNanos = 1_500 * MILLI;
        ManualConnection channel = new ManualConnection(id -> pend());
        userOn(channel).run();

        pending.remove().cancel(false);

        assertThat(recorder.counts().errors()).containsOnlyKeys("CancellationException");
    }

    @Test
    void ids_areUniformFromOneToTheLargest_andRepeatableBySeed() {
        Function<Long, CompletableFuture<? extends Message>> absent =
                id -> CompletableFuture.failedFuture(new RpcException(RpcErrorCode.ELIMIT, "full"));
        ManualConnection first = new ManualConnection(absent);
        ManualConnection second = new ManualConnection(absent);
        for (ManualConnection channel : List.of(first, second)) {
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

    @Test
    void rejected_whenTheWindowWouldBeOverAfterThePause_endsAtOnce() {
        ManualConnection channel = new ManualConnection(id -> pend());
        userOn(channel).run();
        nowNanos = 1_995 * MILLI;

        pending.remove().completeExceptionally(new RpcException(RpcErrorCode.ELIMIT, "full"));

        assertThat(channel.scheduled).isEmpty();
        assertThat(activeUsers.getCount()).isZero();
    }

    @Test
    void thinkTime_isPausedAfterEachAnswer_andTheFirstOneInPart() {
        Duration thinkTime = Duration.ofMillis(200);
        ManualConnection channel = new ManualConnection(id -> pend());
        ClosedLoopUser user =
                userOn(channel, new ClosedLoop(1, thinkTime, ClosedLoop.DEFAULT_REJECT_BACKOFF, LoadProfile.CONSTANT));
        user.start();

        assertThat(channel.askedIds).isEmpty();
        assertThat(channel.delays.remove()).isPositive().isLessThan(thinkTime);
        channel.scheduled.remove().run();
        nowNanos = 1_500 * MILLI;
        answer(channel);

        assertThat(channel.delays).containsExactly(thinkTime);
        assertThat(recorder.counts().calls()).isEqualTo(1);
    }

    @Test
    void stepsOfUsers_theSecondUserWorksInTheSecondStepOnly() {
        Duration half = Duration.ofMillis(500);
        ClosedLoop load = ClosedLoop.of(1)
                .withProfile(new LoadProfile(List.of(
                        new LoadProfile.Step(1, 1, half),
                        new LoadProfile.Step(2, 2, Duration.ofMillis(300)),
                        new LoadProfile.Step(1, 1, Duration.ofMillis(200)))));
        ManualConnection channel = new ManualConnection(id -> pend());
        RunContext run = new RunContext(Plans.of(load, 1, Plans.SECONDS), 0, window, () -> nowNanos);
        ClosedLoopUser second = new ClosedLoopUser(
                channel,
                run,
                new UserShift(1, LoadCurve.of(load, Plans.SECONDS), 0),
                new SplittableRandom(7),
                recorder,
                activeUsers);

        second.run();
        assertThat(channel.askedIds).isEmpty();
        assertThat(channel.delays).containsExactly(Duration.ofMillis(1_500));
        nowNanos = 1_500 * MILLI;
        channel.scheduled.remove().run();
        assertThat(channel.askedIds).hasSize(1);
        nowNanos = 1_800 * MILLI;
        answer(channel);

        assertThat(channel.askedIds).hasSize(1);
        assertThat(activeUsers.getCount()).isZero();
    }

    private ClosedLoopUser userOn(ManualConnection channel) {
        return userOn(channel, LOAD);
    }

    private ClosedLoopUser userOn(ManualConnection channel, ClosedLoop load) {
        RunContext run = new RunContext(Plans.of(load, 1, Plans.SECONDS), 0, window, () -> nowNanos);
        return new ClosedLoopUser(
                channel,
                run,
                new UserShift(0, LoadCurve.of(load, Plans.SECONDS), 0),
                new SplittableRandom(7),
                recorder,
                activeUsers);
    }

    private CompletableFuture<FindUserInfoResponse> pend() {
        CompletableFuture<FindUserInfoResponse> call = new CompletableFuture<>();
        pending.add(call);
        return call;
    }

    private void answer(ManualConnection channel) {
        pending.remove().complete(ScriptedRpcServer.userAnswer(channel.askedIds.getLast()));
    }
}
