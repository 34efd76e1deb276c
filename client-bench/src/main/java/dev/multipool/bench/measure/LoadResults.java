package dev.multipool.bench.measure;

import dev.multipool.bench.machine.Environment;
import dev.multipool.bench.machine.ResourceUsage;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.LoadResult.CorrectedResponseTime;
import dev.multipool.bench.result.LoadResult.CurvePoint;
import dev.multipool.bench.result.LoadResult.SecondTail;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.bench.result.Percentiles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/** Makes the result out of what a run recorded. */
public final class LoadResults {
    /** Points of a curve for each halving of the calls that are slower. */
    private static final int CURVE_STEPS = 3;

    private LoadResults() {}

    /**
     * What the event loops recorded, all together.
     *
     * @param counts where the calls went
     * @param series answered calls over the window
     * @param steps the same by the steps of a load that changes
     * @param responseNanos response times of the whole window
     * @param clean what the clean slices recorded
     * @param pauseBetweenCalls of a closed loop's user; null in an open loop, and when the number of users changes
     * @param sending how well an open loop's connections kept the schedule; empty in a closed loop
     */
    public record Recorded(
            LoadCounts counts,
            ThroughputSeries series,
            StepSeries steps,
            Histogram responseNanos,
            Clean clean,
            @Nullable Duration pauseBetweenCalls,
            List<SendRecorder> sending) {}

    /**
     * What is left without the disturbed slices.
     *
     * @param judge who has judged all slices
     * @param counts where the calls went
     * @param responseNanos response times of the calls that met clean slices only
     * @param secondTails of the seconds that met clean slices only
     * @param ofStallLog whether a log told of stalls, stolen time included
     */
    public record Clean(
            SliceJudge judge,
            CleanCounts counts,
            Histogram responseNanos,
            List<SecondTail> secondTails,
            boolean ofStallLog) {}

    public static LoadResult of(
            LoadPlan plan,
            MeasuredWindow window,
            Environment environment,
            Instant startedAt,
            ResourceUsage usage,
            Recorded recorded) {
        LoadCounts counts = recorded.counts();
        Clean clean = recorded.clean();
        double seconds = clean.judge().cleanNanos(window.endNanos()) / 1e9;
        double rawSeconds = window.lengthNanos() / 1e9;
        Percentiles responseTime = Percentiles.of(clean.responseNanos());
        Sending sending = sending(recorded);
        return new LoadResult(
                new LoadResult.Setup(plan, startedAt.toString(), environment),
                new LoadResult.Counts(
                        seconds,
                        clean.counts().calls(),
                        perSecond(clean.counts().calls(), seconds),
                        LoadResult.Outcome.of(
                                clean.counts().inTime(), clean.counts().errors(), seconds, plan.calls()::rejectedBy),
                        clean.counts().errors(),
                        clean.counts().notFound(),
                        recorded.series().perSecond()),
                new LoadResult.Times(
                        responseTime, curve(clean.responseNanos()), corrected(recorded), clean.secondTails()),
                new LoadResult.Schedule(sending, recorded.steps().results(window.lengthNanos())),
                new LoadResult.Noise(
                        new LoadResult.Raw(
                                rawSeconds,
                                counts.calls(),
                                perSecond(counts.calls(), rawSeconds),
                                Percentiles.of(recorded.responseNanos()),
                                counts.errors(),
                                counts.notFound()),
                        clean.judge().disturbance()),
                new LoadResult.Use(
                        usage.cpu().generatorCores(),
                        usage.cpu().serverCores(),
                        new LoadResult.Resources(
                                usage.cpu().stealCores(),
                                usage.cpu().foreignCores(),
                                usage.generatorGc(),
                                usage.serverGc(),
                                usage.sentBytesPerSecond(),
                                usage.receivedBytesPerSecond())),
                invalidReasons(plan.load(), window, environment, usage, recorded, sending));
    }

    private static List<InvalidReason> invalidReasons(
            LoadModel load,
            MeasuredWindow window,
            Environment environment,
            ResourceUsage usage,
            Recorded recorded,
            @Nullable Sending sending) {
        Clean clean = recorded.clean();
        List<InvalidReason> reasons = new ArrayList<>(Validity.reasonsAgainst(window, recorded.counts()));
        if (!window.wasCutShort()) {
            reasons.addAll(Validity.reasonsAgainst(clean.judge().cleanNanos(window.endNanos()), window.plannedNanos()));
        }
        reasons.addAll(Validity.reasonsAgainst(usage.cpu(), environment.cores(), clean.ofStallLog()));
        ThroughputSeries.Thirds thirds = recorded.series().thirds(clean.judge());
        if (load.profile().isConstant() && !window.wasCutShort() && thirds != null) {
            reasons.addAll(Validity.reasonsAgainst(thirds));
        }
        reasons.addAll(Validity.reasonsAgainst(usage.generatorGc(), window.lengthNanos() / 1e9));
        if (sending != null) {
            reasons.addAll(Validity.reasonsAgainst(sending, Percentiles.of(clean.responseNanos())));
        }
        return reasons;
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
        Histogram responseNanos = recorded.clean().responseNanos();
        return CorrectedResponseTime.of(responseNanos, pause.toNanos() + responseNanos.getValueAtPercentile(50));
    }

    private static double perSecond(long calls, double seconds) {
        return seconds > 0 ? calls / seconds : 0;
    }

    private static @Nullable Sending sending(Recorded recorded) {
        if (recorded.sending().isEmpty()) {
            return null;
        }
        Histogram sendDelay = Histograms.newHistogram();
        Histogram serviceTime = Histograms.newHistogram();
        long intended = 0;
        long sent = 0;
        long notSent = 0;
        for (SendRecorder recorder : recorded.sending()) {
            sendDelay.add(recorder.sendDelayNanos());
            serviceTime.add(recorder.cleanServiceNanos());
            intended += recorder.intended();
            sent += recorder.sent();
            notSent += recorder.notSent();
        }
        return new Sending(intended, sent, notSent, Percentiles.of(sendDelay), Percentiles.of(serviceTime));
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
