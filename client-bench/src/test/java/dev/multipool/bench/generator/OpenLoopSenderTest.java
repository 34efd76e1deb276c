package dev.multipool.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.multipool.bench.measure.Histograms;
import dev.multipool.bench.measure.LoopRecorder;
import dev.multipool.bench.measure.MeasuredWindow;
import dev.multipool.bench.measure.SendRecorder;
import dev.multipool.bench.measure.SliceJudge;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.Plans;
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
import java.util.concurrent.Semaphore;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** One call is due each millisecond, the first at 0; the window is the second second. */
class OpenLoopSenderTest {
    private static final long MILLI = 1_000_000;
    private static final LoadModel.OpenLoop LOAD = Plans.constant(1_000);

    private final MeasuredWindow window = new MeasuredWindow(1_000 * MILLI, 1_000 * MILLI);
    private final LoopRecorder recorder = new LoopRecorder(window, LOAD, Plans.SECOND);
    private final CountDownLatch activeSenders = new CountDownLatch(1);
    private final Deque<CompletableFuture<FindUserInfoResponse>> pending = new ArrayDeque<>();
    private final ManualConnection channel = new ManualConnection(id -> pend());
    private long nowNanos;

    @Test
    void run_sendsWhatIsDue_andSaysWhenTheNextIs() {
        OpenLoopSender sender = sender(100);
        nowNanos = 3 * MILLI + 10;

        long dueNanos = sender.sendDue();

        assertThat(channel.askedIds).hasSize(4);
        assertThat(dueNanos).isEqualTo(4 * MILLI);
    }

    @Test
    void run_farBehind_letsTheEventLoopReadBetweenBatches() {
        OpenLoopSender sender = sender(1_000);
        nowNanos = 200 * MILLI;

        pacer(sender).run();

        assertThat(channel.askedIds).hasSize(64);
        assertThat(channel.delays).containsExactly(Duration.ZERO);
        for (int i = 0; i < 3; i++) {
            channel.scheduled.remove().run();
        }
        assertThat(channel.askedIds).hasSize(201);
        assertThat(channel.delays).last().isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void responseTime_countsFromTheIntendedStart_andTheSendDelayApart() {
        OpenLoopSender sender = sender(10_000);
        passWarmup(sender);
        nowNanos = 1_000 * MILLI + 5 * MILLI / 10;
        sender.sendDue();

        nowNanos = 1_010 * MILLI;
        answerAll();
        SendRecorder sending = finish(sender);

        assertThat(sending.sent()).isEqualTo(1);
        assertThat(responseTimes().getMaxValue()).isEqualTo(equivalent(10 * MILLI));
        assertThat(sending.sendDelayNanos().getMaxValue()).isEqualTo(equivalent(MILLI / 2));
        Histogram serviceTimes = Histograms.newHistogram();
        recorder.sending().drainServiceTimesTo(serviceTimes);
        assertThat(sending.cleanServiceNanos()).isEqualTo(serviceTimes);
        assertThat(serviceTimes.getMaxValue()).isEqualTo(equivalent(10 * MILLI - MILLI / 2));
    }

    @Test
    void run_asManyInFlightAsAllowed_countsTheRestAsNotSent() {
        OpenLoopSender sender = sender(10);
        passWarmup(sender);
        nowNanos = 1_019 * MILLI;

        sender.sendDue();

        SendRecorder sending = finish(sender);
        assertThat(sending.sent()).isEqualTo(10);
        assertThat(sending.notSent()).isEqualTo(10);
        // the rest of the window
        assertThat(sending.intended()).isEqualTo(1_000);
        assertThat(recorder.counts().sent()).isEqualTo(recorder.counts().ended() + 10);
    }

    @Test
    void run_everyCallRejectedAtOnce_neitherPausesNorDeepensTheStack() {
        ManualConnection full = new ManualConnection(
                id -> CompletableFuture.failedFuture(new RpcException(RpcErrorCode.ELIMIT, "full")));
        OpenLoopSender sender = sender(full, 10);
        for (nowNanos = 0; nowNanos < 2_000 * MILLI; nowNanos += 10 * MILLI) {
            sender.sendDue();
        }

        assertThat(full.scheduled).isEmpty();
        assertThat(recorder.counts().errors()).containsExactly(entry("ELIMIT", 991L));
    }

    @Test
    void windowOver_theLoadGoesOnUntilTheCallsDueInItHaveEnded() {
        OpenLoopSender sender = sender(10_000);
        passWarmup(sender);
        nowNanos = 1_999 * MILLI;
        sendAllDue(sender);
        nowNanos = 2_050 * MILLI;
        sendAllDue(sender);

        assertThat(activeSenders.getCount()).isEqualTo(1);
        assertThat(sender.hasEnded()).isFalse();
        answerAll();

        assertThat(activeSenders.getCount()).isZero();
        assertThat(sender.hasEnded()).isTrue();
        assertThat(recorder.counts().calls()).isEqualTo(1_000);
        // 50 ms of uncounted load at 1 call per ms, and the one at the very end
        assertThat(recorder.counts().endedAfterwards()).isEqualTo(51);
        SendRecorder sending = finish(sender);
        assertThat(sending.intended()).isEqualTo(1_000);
        assertThat(sending.sent()).isEqualTo(1_000);
    }

    @Test
    void windowOver_withNothingInFlight_endsWhenAskedTo() {
        OpenLoopSender sender = sender(10_000);
        window.endAt(500 * MILLI);
        nowNanos = 500 * MILLI;
        while (sender.sendDue() < nowNanos) {
            answerAll();
        }
        sender.sendDue();
        answerAll();
        nowNanos = 501 * MILLI;

        sender.endSoon();
        channel.scheduled.remove().run();

        assertThat(activeSenders.getCount()).isZero();
        Pacer pacer = pacer(sender);
        pacer.run();
        assertThat(channel.scheduled)
                .as("timers of a pacer whose senders have ended")
                .isEmpty();
    }

    @Test
    void pacer_setsOneTimer_toTheNextCallButNotBelowTheQuantum() {
        OpenLoopSender sender = sender(10_000);
        Pacer pacer = pacer(sender);

        pacer.run();
        assertThat(channel.askedIds).hasSize(1);
        assertThat(channel.delays).containsExactly(Duration.ofMillis(1));

        nowNanos = 2 * MILLI - 10;
        channel.scheduled.remove().run();

        assertThat(channel.askedIds).hasSize(2);
        assertThat(channel.scheduled).hasSize(1);
        assertThat(channel.delays).last().isEqualTo(Duration.ofNanos(Pacer.QUANTUM_NANOS));
    }

    /** Everything due before the window is sent and answered at once. */
    private void passWarmup(OpenLoopSender sender) {
        nowNanos = 999 * MILLI;
        long dueNanos;
        do {
            dueNanos = sender.sendDue();
            answerAll();
        } while (dueNanos <= nowNanos);
    }

    private void sendAllDue(OpenLoopSender sender) {
        while (sender.sendDue() <= nowNanos && !sender.hasEnded()) {
            // one batch at a time
        }
    }

    private Pacer pacer(OpenLoopSender sender) {
        return new Pacer(channel, List.of(sender), () -> nowNanos);
    }

    private Histogram responseTimes() {
        Histogram total = Histograms.newHistogram();
        recorder.drainTo(Histograms.newHistogram(), total);
        return total;
    }

    private static long equivalent(long nanos) {
        return new Histogram(3).highestEquivalentValue(nanos);
    }

    private OpenLoopSender sender(int maxInFlight) {
        return sender(channel, maxInFlight);
    }

    private OpenLoopSender sender(ManualConnection to, int maxInFlight) {
        RunContext run = new RunContext(Plans.of(LOAD, 1, Plans.SECONDS), 0, window, () -> nowNanos);
        return new OpenLoopSender(
                to,
                run,
                to.calls(new SplittableRandom(7)),
                new ArrivalSchedule(LOAD.arrivals(), LoadCurve.of(LOAD, Plans.SECONDS), 0, 1, new SplittableRandom(8)),
                recorder,
                new Semaphore(maxInFlight),
                activeSenders);
    }

    /** With no stall. */
    private SendRecorder finish(OpenLoopSender sender) {
        SliceJudge judge = new SliceJudge(window, 0, true);
        judge.judgeAll();
        recorder.finish(judge);
        sender.countNeverReached(judge);
        return recorder.sending();
    }

    private CompletableFuture<FindUserInfoResponse> pend() {
        CompletableFuture<FindUserInfoResponse> call = new CompletableFuture<>();
        pending.add(call);
        return call;
    }

    private void answerAll() {
        while (!pending.isEmpty()) {
            pending.remove().complete(FindUserInfoResponse.getDefaultInstance());
        }
    }
}
