package dev.multipool.bench;

import dev.multipool.bench.LoadResult.CorrectedResponseTime;
import dev.multipool.bench.LoadResult.CurvePoint;
import dev.multipool.bench.LoadResult.Percentiles;
import dev.multipool.bench.LoadResult.Sending;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/** Makes the result out of what a run recorded. */
final class LoadResults {
    /** Points of a curve for each halving of the calls that are slower. */
    private static final int CURVE_STEPS = 3;

    private LoadResults() {}

    /**
     * What the event loops recorded, all together.
     *
     * @param counts where the calls went
     * @param series answered calls over the window
     * @param steps the same by the steps of a load that changes
     * @param responseNanos response times of the window
     * @param serviceNanos of an open loop: from the actual send; empty in a closed loop
     * @param pauseBetweenCalls of a closed loop's user; null in an open loop, and when the number of users changes
     * @param sending how well an open loop's connections kept the schedule; empty in a closed loop
     */
    record Recorded(
            LoadCounts counts,
            ThroughputSeries series,
            StepSeries steps,
            Histogram responseNanos,
            Histogram serviceNanos,
            @Nullable Duration pauseBetweenCalls,
            List<SendRecorder> sending) {}

    static LoadResult of(
            RunContext run, Environment environment, Instant startedAt, ResourceUsage usage, Recorded recorded) {
        LoadCounts counts = recorded.counts();
        MeasuredWindow window = run.window();
        double seconds = window.lengthNanos() / 1e9;
        Percentiles responseTime = Percentiles.of(recorded.responseNanos());
        Sending sending = sending(recorded);
        List<InvalidReason> invalidReasons = Validity.reasonsAgainst(window, counts, usage.cpu(), environment.cores());
        if (run.plan().load().profile().isConstant() && !window.wasCutShort()) {
            invalidReasons.addAll(Validity.reasonsAgainst(recorded.series()));
        }
        invalidReasons.addAll(Validity.reasonsAgainst(usage.generatorGc(), seconds));
        if (sending != null) {
            invalidReasons.addAll(Validity.reasonsAgainst(sending, responseTime));
        }
        return new LoadResult(
                run.plan(),
                startedAt.toString(),
                seconds,
                counts.calls(),
                seconds > 0 ? counts.calls() / seconds : 0,
                LoadResult.Outcome.of(counts, seconds),
                responseTime,
                curve(recorded.responseNanos()),
                corrected(recorded),
                sending,
                counts.errors(),
                counts.notFound(),
                usage.cpu().generatorCores(),
                usage.cpu().serverCores(),
                new LoadResult.Resources(
                        usage.cpu().stealCores(),
                        usage.cpu().foreignCores(),
                        usage.generatorGc(),
                        usage.serverGc(),
                        usage.sentBytesPerSecond(),
                        usage.receivedBytesPerSecond()),
                environment,
                recorded.series().perSecond(window.lengthNanos()),
                recorded.steps().results(window.lengthNanos()),
                invalidReasons);
    }

    /**
     * The response times as they would be if each user had kept asking while a call of his hung: HdrHistogram's correction
     * for coordinated omission. The expected interval is what a user waits from call to call when nothing stalls: its
     * pause and the median response time, which a stall of less than half the calls does not move.
     */
    private static @Nullable CorrectedResponseTime corrected(Recorded recorded) {
        Duration pause = recorded.pauseBetweenCalls();
        if (pause == null) {
            return null;
        }
        long intervalNanos = pause.toNanos() + recorded.responseNanos().getValueAtPercentile(50);
        return CorrectedResponseTime.of(recorded.responseNanos(), intervalNanos);
    }

    private static @Nullable Sending sending(Recorded recorded) {
        if (recorded.sending().isEmpty()) {
            return null;
        }
        Histogram sendDelay = LoopRecorder.newHistogram();
        long intended = 0;
        long sent = 0;
        long notSent = 0;
        for (SendRecorder recorder : recorded.sending()) {
            sendDelay.add(recorder.sendDelayNanos());
            intended += recorder.intended();
            sent += recorder.sent();
            notSent += recorder.notSent();
        }
        return new Sending(intended, sent, notSent, Percentiles.of(sendDelay), Percentiles.of(recorded.serviceNanos()));
    }

    /** As many points between 90 and 99 % as between 99 and 99.9 %: HdrHistogram's own steps. */
    static List<CurvePoint> curve(Histogram nanos) {
        List<CurvePoint> points = new ArrayList<>();
        if (nanos.getTotalCount() == 0) {
            return points;
        }
        for (HistogramIterationValue step : nanos.percentiles(CURVE_STEPS)) {
            points.add(new CurvePoint(step.getPercentileLevelIteratedTo(), step.getValueIteratedTo() / 1e6));
        }
        return points;
    }
}
