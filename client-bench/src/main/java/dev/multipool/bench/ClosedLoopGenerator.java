package dev.multipool.bench;

import dev.multipool.rpc.client.RpcChannel;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link LoadPlan} once and measures it.
 *
 * <p>User u stays on connection u mod {@code connections}. A call counts when it ends inside the window. When the window
 * is over no further call is sent; those under way have their timeout to end and are cancelled then. A user whose call
 * failed pauses for {@code rejectBackoff} before its next.
 *
 * <p><b>Threads</b>: {@link #run} blocks its caller, which reads CPU times and reports progress; the load itself runs on
 * the client's event loops. {@link #stop} may come from any thread.
 *
 * <p><b>Lifecycle</b>: one run per instance; a second {@link #run} throws.
 */
public final class ClosedLoopGenerator {
    private static final Logger log = LoggerFactory.getLogger(ClosedLoopGenerator.class);
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration DRAIN_GRACE = Duration.ofSeconds(1);

    private final LoadPlan plan;
    private final GeneratorSettings settings;
    private final ProgressListener listener;
    private final NanoClock clock = NanoClock.SYSTEM;
    private final CountDownLatch stopRequested = new CountDownLatch(1);
    private final Histogram windowNanos = LoopRecorder.newHistogram();
    private final List<LoopRecorder> recorders = new ArrayList<>();
    private boolean ran;
    private LoadCounts counts = LoadCounts.NONE;

    public ClosedLoopGenerator(LoadPlan plan, GeneratorSettings settings, ProgressListener listener) {
        if (settings.eventLoops() > plan.connections()) {
            throw new IllegalArgumentException(
                    "eventLoops: " + settings.eventLoops() + " (expected: <= connections: " + plan.connections() + ")");
        }
        this.plan = plan;
        this.settings = settings;
        this.listener = listener;
    }

    /**
     * Connects, warms up, measures, drains. Returns after {@code warmup + duration}, plus at most the call timeout and
     * some seconds for connecting and closing.
     *
     * @throws RpcException when the server cannot be reached at the start
     * @throws InterruptedException when the caller was interrupted; the load has ended then, without a result
     */
    public LoadResult run() throws InterruptedException {
        if (ran) {
            throw new IllegalStateException("this generator has run already (expected: one run per instance)");
        }
        ran = true;
        Environment environment = EnvironmentProbe.probe();
        RpcClient client = RpcClient.builder()
                .target(plan.host(), plan.port())
                .connections(plan.connections())
                .eventLoops(settings.eventLoops())
                .maxPendingCalls(plan.users())
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        CpuProbe cpuProbe = new CpuProbe(Path.of("/proc"), settings, loopThreadIds(client), clock);
        long beginNanos = clock.nanoTime();
        MeasuredWindow window = new MeasuredWindow(
                beginNanos + plan.warmup().toNanos(), plan.duration().toNanos());
        Watch watch;
        try {
            CountDownLatch activeUsers = startUsers(client, window);
            watch = watch(window, beginNanos, cpuProbe);
            awaitUsers(activeUsers);
        } finally {
            // cancels what is still pending, and ends the event loops, so that their recorders may be read
            window.endAt(clock.nanoTime());
            client.close();
        }
        return result(window, watch, environment);
    }

    /** Ends the run early; its result then says so. Without effect when it is over. */
    public void stop() {
        stopRequested.countDown();
    }

    /** Where all calls of the run went; complete when {@link #run} has returned. */
    LoadCounts counts() {
        return counts;
    }

    private static Map<String, Long> loopThreadIds(RpcClient client) {
        Map<String, Long> ids = new TreeMap<>();
        for (int i = 0; i < client.connections(); i++) {
            Thread thread = CompletableFuture.supplyAsync(
                            Thread::currentThread, client.connection(i).eventLoop())
                    .join();
            ids.put(thread.getName(), thread.getId());
        }
        return ids;
    }

    private CountDownLatch startUsers(RpcClient client, MeasuredWindow window) {
        CountDownLatch activeUsers = new CountDownLatch(plan.users());
        SplittableRandom seeds = new SplittableRandom(plan.seed());
        Map<Executor, LoopRecorder> recorderByLoop = new HashMap<>();
        for (int i = 0; i < plan.users(); i++) {
            RpcChannel channel = client.connection(i % plan.connections());
            LoopRecorder recorder = recorderByLoop.get(channel.eventLoop());
            if (recorder == null) {
                recorder = new LoopRecorder(window);
                recorderByLoop.put(channel.eventLoop(), recorder);
                recorders.add(recorder);
            }
            channel.eventLoop()
                    .execute(new ClosedLoopUser(channel, plan, seeds.split(), window, recorder, clock, activeUsers));
        }
        return activeUsers;
    }

    /** Stays until the window is over; reads CPU times at its two ends. */
    private Watch watch(MeasuredWindow window, long beginNanos, CpuProbe cpuProbe) throws InterruptedException {
        @Nullable CpuSample begin = null;
        Instant startedAt = Instant.now();
        long lastReportNanos = beginNanos;
        while (true) {
            long nowNanos = clock.nanoTime();
            if (begin == null && window.hasBegun(nowNanos)) {
                begin = cpuProbe.sample();
                startedAt = Instant.now();
            }
            if (window.isOver(nowNanos)) {
                break;
            }
            if (nowNanos - lastReportNanos >= REPORT_NANOS) {
                report(beginNanos, lastReportNanos, nowNanos, window);
                lastReportNanos = nowNanos;
            }
            long nextNanos = Math.min(lastReportNanos + REPORT_NANOS - nowNanos, window.endNanos() - nowNanos);
            if (begin == null) {
                nextNanos = Math.min(nextNanos, window.startNanos() - nowNanos);
            }
            if (stopRequested.await(Math.max(1, nextNanos), TimeUnit.NANOSECONDS)) {
                window.endAt(clock.nanoTime());
            }
        }
        CpuUsage cpu = begin == null ? CpuUsage.UNKNOWN : CpuUsage.between(begin, cpuProbe.sample());
        return new Watch(startedAt, cpu);
    }

    private void report(long beginNanos, long lastReportNanos, long nowNanos, MeasuredWindow window) {
        Histogram interval = LoopRecorder.newHistogram();
        long errors = 0;
        for (LoopRecorder recorder : recorders) {
            recorder.drainTo(interval, windowNanos);
            errors += recorder.failedSoFar();
        }
        listener.onProgress(new Progress(
                Duration.ofNanos(nowNanos - beginNanos),
                !window.hasBegun(nowNanos),
                interval.getTotalCount() * 1e9 / (nowNanos - lastReportNanos),
                interval.getValueAtPercentile(99) / 1e6,
                errors));
    }

    private void awaitUsers(CountDownLatch activeUsers) throws InterruptedException {
        // beyond this nothing is waited for: closing the client ends the rest
        Duration bound = plan.callTimeout().plus(plan.rejectBackoff()).plus(DRAIN_GRACE);
        boolean allEnded = activeUsers.await(bound.toNanos(), TimeUnit.NANOSECONDS);
        if (!allEnded) {
            log.warn("{} users still wait for an answer after {}; cancelled", activeUsers.getCount(), bound);
        }
    }

    private LoadResult result(MeasuredWindow window, Watch watch, Environment environment) {
        Histogram rest = LoopRecorder.newHistogram();
        ThroughputSeries series = new ThroughputSeries(window.startNanos(), window.plannedNanos());
        for (LoopRecorder recorder : recorders) {
            recorder.drainTo(rest, windowNanos);
            counts = counts.plus(recorder.counts());
            series.addAll(recorder.series());
        }
        double seconds = window.lengthNanos() / 1e9;
        return new LoadResult(
                plan,
                watch.startedAt().toString(),
                seconds,
                counts.calls(),
                seconds > 0 ? counts.calls() / seconds : 0,
                responseTime(windowNanos),
                counts.errors(),
                counts.notFound(),
                watch.cpu().generatorCores(),
                watch.cpu().serverCores(),
                environment,
                series.perSecond(window.lengthNanos()),
                Validity.reasonsAgainst(window, counts, series, watch.cpu(), environment.cores()));
    }

    private static LoadResult.ResponseTime responseTime(Histogram nanos) {
        return new LoadResult.ResponseTime(
                nanos.getValueAtPercentile(50) / 1e6,
                nanos.getValueAtPercentile(90) / 1e6,
                nanos.getValueAtPercentile(99) / 1e6,
                nanos.getValueAtPercentile(99.9) / 1e6,
                nanos.getMaxValue() / 1e6,
                nanos.getMean() / 1e6);
    }

    /** What the watching thread saw. */
    private record Watch(Instant startedAt, CpuUsage cpu) {}
}
