package dev.multipool.bench.generator;

import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.machine.Environment;
import dev.multipool.bench.machine.EnvironmentProbe;
import dev.multipool.bench.machine.ResourceProbe;
import dev.multipool.bench.measure.CleanCounts;
import dev.multipool.bench.measure.Histograms;
import dev.multipool.bench.measure.LoadCounts;
import dev.multipool.bench.measure.LoadResults;
import dev.multipool.bench.measure.LoopRecorders;
import dev.multipool.bench.measure.MeasuredWindow;
import dev.multipool.bench.measure.SecondTails;
import dev.multipool.bench.measure.SliceJudge;
import dev.multipool.bench.measure.StallWatch;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.result.LoadIntervals;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.pools.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link LoadPlan} once and measures it.
 *
 * <p>When the window is over the calls that count have their timeout to end; what is under way then is cancelled.
 *
 * <p><b>Threads</b>: {@link #run} blocks its caller, which reads what is used and reports progress; the load itself runs on
 * the connections' event loops. {@link #stop} may come from any thread.
 *
 * <p><b>Lifecycle</b>: one run per instance; a second {@link #run} throws.
 */
public final class LoadGenerator {
    private static final Logger log = LoggerFactory.getLogger(LoadGenerator.class);

    private static final long LOOK_NANOS = MeasuredWindow.SLICE_NANOS;
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration DRAIN_GRACE = Duration.ofSeconds(1);

    private final LoadPlan plan;
    private final GeneratorSettings settings;
    private final ProgressListener listener;
    private final CallProtocol protocol;
    private final NanoClock clock = NanoClock.system();
    private final CountDownLatch stopRequested = new CountDownLatch(1);
    private final Histogram windowNanos = Histograms.newHistogram();
    private final Histogram intervalNanos = Histograms.newHistogram();
    private final Histogram intervalServiceNanos = Histograms.newHistogram();
    private final LoadIntervals intervals = new LoadIntervals();
    private final SecondTails tails = new SecondTails();

    private boolean ran;
    private LoadCounts counts = LoadCounts.NONE;
    private long drainedNanos;
    private long failedInDrained;

    /**
     * A generator for one run.
     *
     * @param protocol makes the plan's calls, such as {@code BaiduStd.PLAIN}
     * @throws IllegalArgumentException when it can't
     */
    public LoadGenerator(LoadPlan plan, GeneratorSettings settings, ProgressListener listener, CallProtocol protocol) {
        protocol.requireFitting(plan);
        if (settings.eventLoops() > plan.connections()) {
            throw new IllegalArgumentException(
                    "eventLoops: " + settings.eventLoops() + " (expected: <= connections: " + plan.connections() + ")");
        }
        this.plan = plan;
        this.settings = settings;
        this.listener = listener;
        this.protocol = protocol;
    }

    /**
     * Connects, warms up, measures, drains. Returns after {@code warmup + duration}, or at most {@code longest} of an
     * extended window, plus at most the call timeout and some seconds for connecting and closing.
     *
     * @throws RuntimeException of the protocol, when the server cannot be reached at the start
     * @throws InterruptedException when the caller was interrupted; the load has ended then, without a result
     */
    public LoadResult run() throws InterruptedException {
        if (ran) {
            throw new IllegalStateException("this generator has run already (expected: one run per instance)");
        }
        ran = true;
        Environment environment = EnvironmentProbe.probe();
        Connections connections = protocol.open(plan, settings.eventLoops());
        ResourceProbe probe = new ResourceProbe(settings.watched(), connections, clock);
        RunContext run = RunContext.beginningNow(plan, clock);
        LoopRecorders recorders =
                new LoopRecorders(run.window(), plan.load(), plan.timing().callTimeout());
        Drive drive = driveOf(run, connections.all(), recorders);
        StallWatch stalls = new StallWatch(
                clock,
                run.window(),
                run.beginNanos(),
                plan.load() instanceof LoadModel.OpenLoop,
                settings.watched().stallLog());
        drainedNanos = run.beginNanos();
        Instant startedAt;
        try {
            stalls.start();
            drive.start();
            startedAt = watch(run, probe, recorders, stalls);
            awaitEnd(drive, connections);
        } finally {
            // cancels what is still pending, and ends the event loops, so that their recorders may be read
            run.window().endAt(clock.nanoTime());
            stalls.close();
            connections.close();
            probe.close();
        }
        drainTheRest(run, recorders);
        counts = recorders.counts();
        SliceJudge judge = stalls.judgeAll();
        CleanCounts cleanCounts = recorders.finish(judge);
        drive.countNeverReached(judge);
        LoadResult result = LoadResults.of(
                plan,
                run.window(),
                environment,
                startedAt,
                probe.usage(),
                new LoadResults.Recorded(
                        counts,
                        recorders.series(),
                        recorders.steps(),
                        windowNanos,
                        new LoadResults.Clean(
                                judge,
                                cleanCounts,
                                recorders.cleanNanos(),
                                tails.clean(run.window(), judge),
                                settings.watched().stallLog() != null),
                        drive.pauseBetweenCalls(),
                        plan.load() instanceof LoadModel.OpenLoop ? recorders.sending() : List.of()));
        intervals.complete(startedAt, result.times().corrected());
        return result;
    }

    /** What the window recorded, about a second each; complete when {@link #run} has returned. */
    public LoadIntervals intervals() {
        return intervals;
    }

    private static Drive driveOf(RunContext run, List<? extends Connection> connections, LoopRecorders recorders) {
        SplittableRandom seeds = new SplittableRandom(run.plan().seed());
        LoadModel load = run.plan().load();
        if (load instanceof LoadModel.ClosedLoop closed) {
            return new ClosedLoopDrive(run, closed, connections, seeds, recorders);
        }
        return new OpenLoopDrive(run, (LoadModel.OpenLoop) load, connections, seeds, recorders);
    }

    /** Ends the run early; its result then says so. Without effect when it is over. */
    public void stop() {
        stopRequested.countDown();
    }

    /** Where all calls of the run went; complete when {@link #run} has returned. */
    LoadCounts counts() {
        return counts;
    }

    /**
     * Stays until the window is over; reads what is used at its two ends, what was recorded each second, and the stalls
     * each slice. Tells when the window began.
     */
    private Instant watch(RunContext run, ResourceProbe probe, LoopRecorders recorders, StallWatch stalls)
            throws InterruptedException {
        MeasuredWindow window = run.window();
        boolean begun = false;
        Instant startedAt = Instant.now();
        long reportNanos = run.beginNanos() + REPORT_NANOS;
        while (true) {
            long nowNanos = clock.nanoTime();
            if (!begun && window.hasBegun(nowNanos)) {
                begun = true;
                probe.begin();
                startedAt = Instant.now();
                listener.onWindow();
                // the window's intervals count from its begin; what was recorded before is the warm-up's
                Drained lastOfWarmup = drain(run, recorders, window.startNanos());
                if (nowNanos - reportNanos >= 0) {
                    report(run, recorders, lastOfWarmup, nowNanos);
                }
                reportNanos = window.startNanos() + REPORT_NANOS;
            }
            if (window.isOver(nowNanos)) {
                break;
            }
            stalls.look();
            recorders.sumUp(stalls.judge());
            long cleanNanos = stalls.cleanNanos();
            // in this order: to sum up the slices of a long window costs the generator something each time
            if (window.mayEnd(cleanNanos) && recorders.isSteady(stalls.judge(), stalls.knownNanos())) {
                window.endWhenCleanEnough(cleanNanos, clock.nanoTime());
            }
            if (nowNanos - reportNanos >= 0) {
                report(run, recorders, drain(run, recorders, nowNanos), nowNanos);
                reportNanos += (nowNanos - reportNanos) / REPORT_NANOS * REPORT_NANOS + REPORT_NANOS;
            }
            long nextNanos = Math.min(Math.min(reportNanos, nowNanos + LOOK_NANOS), window.endNanos());
            if (!begun) {
                nextNanos = Math.min(nextNanos, window.startNanos());
            }
            if (stopRequested.await(Math.max(1, nextNanos - nowNanos), TimeUnit.NANOSECONDS)) {
                window.endAt(clock.nanoTime());
            }
        }
        if (begun) {
            probe.end();
        }
        return startedAt;
    }

    /** After the last drain: the calls that ended in the rest of the window, and of an open loop those after it. */
    private void drainTheRest(RunContext run, LoopRecorders recorders) {
        MeasuredWindow window = run.window();
        if (!window.hasBegun(drainedNanos)) {
            drain(run, recorders, window.startNanos());
        }
        if (window.lengthNanos() > 0) {
            drain(run, recorders, window.endNanos());
        }
    }

    /** Takes what was recorded since the last time and keeps the window's part of it, as an interval once it has begun. */
    private Drained drain(RunContext run, LoopRecorders recorders, long untilNanos) {
        Histogram all = Histograms.newHistogram();
        recorders.drainTo(all, intervalNanos);
        recorders.drainServiceTimesTo(intervalServiceNanos);
        long sinceStartNanos = drainedNanos - run.window().startNanos();
        Drained drained = new Drained(all, untilNanos - drainedNanos, sinceStartNanos < 0);
        if (sinceStartNanos >= 0) {
            long failed = recorders.failedInWindow();
            intervals.add(
                    sinceStartNanos / 1e9,
                    drained.lengthNanos() / 1e9,
                    failed - failedInDrained,
                    intervalNanos,
                    plan.load() instanceof LoadModel.OpenLoop ? intervalServiceNanos : null);
            tails.add(sinceStartNanos, drained.lengthNanos(), intervalNanos);
            windowNanos.add(intervalNanos);
            intervalNanos.reset();
            intervalServiceNanos.reset();
            failedInDrained = failed;
        }
        drainedNanos = untilNanos;
        return drained;
    }

    private void report(RunContext run, LoopRecorders recorders, Drained drained, long nowNanos) {
        listener.onProgress(new Progress(
                Duration.ofNanos(nowNanos - run.beginNanos()),
                Duration.ofNanos(Math.max(0, run.window().plannedEndNanos() - nowNanos)),
                drained.ofWarmup(),
                drained.responseNanos().getTotalCount() * 1e9 / drained.lengthNanos(),
                drained.responseNanos().getValueAtPercentile(99) / 1e6,
                recorders.failedSoFar()));
    }

    private void awaitEnd(Drive drive, Connections connections) throws InterruptedException {
        // beyond this nothing is waited for: closing the connections ends the rest
        Duration bound = plan.timing().callTimeout().plus(DRAIN_GRACE);
        if (!drive.awaitEnd(bound)) {
            log.warn("{} calls still wait for an answer after {}; cancelled", connections.pendingCalls(), bound);
        }
    }

    /** What all calls recorded since the last time, those of the warm-up included. */
    private record Drained(Histogram responseNanos, long lengthNanos, boolean ofWarmup) {}
}
