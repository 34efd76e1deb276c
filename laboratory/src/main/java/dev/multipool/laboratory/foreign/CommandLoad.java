package dev.multipool.laboratory.foreign;

import dev.multipool.bench.machine.EnvironmentProbe;
import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.InvalidReason.Measure;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.stall.Stall;
import dev.multipool.bench.stall.StallLog;
import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.CpuReading;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.run.LoadFailedException;
import dev.multipool.laboratory.run.LoadMaker;
import dev.multipool.laboratory.run.MadeLoad;
import dev.multipool.laboratory.run.RunSite;
import dev.multipool.laboratory.run.RunningService;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Load by another program, which is started anew for each window: the window begins where the program does.
 *
 * <p>What only our generator can tell is left out: calls by slice and by second, corrected times, its pauses, and the clean
 * part of the window. Stalls of the machine are seen all the same, and a window that was full of them does not count.
 */
public final class CommandLoad implements LoadMaker {
    /** Of the cores that it may use, from which on it is said to be the limit; as of our generator. */
    private static final double MOST_BUSY = 0.9;

    /** Part of the window that stalls must have left; as of our generator. */
    private static final double LEAST_CLEAN = 0.5;

    /** Part of the calls due that must have been made; as of our generator. */
    private static final double KEPT_SCHEDULE = 0.99;

    private final RunSite site;
    private final RunningService service;
    private final LoadCommand command;
    private final int callers;
    private final NanoClock clock = NanoClock.system();
    private @Nullable EngineRun run;
    private @Nullable Asked asked;

    /**
     * A run that was begun.
     *
     * @param began null until its window begins
     */
    private record Asked(
            Load load, EngineOrder order, @Nullable Began began) {}

    /** What stood when a window began. */
    private record Began(
            Instant at, Duration serverCpu, @Nullable CpuReading cores) {}

    /**
     * A program.
     *
     * @param callers at once of an open loop
     */
    public CommandLoad(RunSite site, RunningService service, LoadCommand command, int callers) {
        this.site = site;
        this.service = service;
        this.command = command;
        this.callers = callers;
    }

    @Override
    public boolean fits(Load load) {
        return true;
    }

    /** Each run starts it anew. */
    @Override
    public boolean isCold() {
        return false;
    }

    /** All of it: some programs need seconds to start. */
    @Override
    public double warmUpPartSeconds(double warmupSeconds) {
        return Math.max(1, warmupSeconds);
    }

    @Override
    public void beginWarmUp(Load part) throws InterruptedException {
        requireGoodEnd();
        asked = null;
        run = EngineRun.start(command, order(part, site.directory().resolve("warm-up.out")), cpus());
    }

    @Override
    public void begin(Load load, int number, Path file) throws InterruptedException {
        requireGoodEnd();
        run = null;
        asked = new Asked(load, order(load, file.resolveSibling(file.getFileName() + ".out")), null);
    }

    /** A warm-up that failed is told before the next load: a service that died is told first. */
    private void requireGoodEnd() {
        if (run != null) {
            service.requireAlive();
            run.requireGoodEnd();
        }
    }

    private EngineOrder order(Load load, Path out) {
        return new EngineOrder(
                load.demand() instanceof ClosedLoop loop ? loop.users() : callers,
                load.demand() instanceof OpenLoop loop ? Math.round(loop.ratePerSecond()) : 0,
                (int) Math.max(1, Math.rint(load.times().durationSeconds())),
                service.port(),
                EngineOrder.GRACE,
                out);
    }

    private @Nullable String cpus() {
        return site.cores().generatorCpus();
    }

    /** Starts the program, which has no load before its window. */
    @Override
    public boolean awaitWindow(Duration atMost) {
        Asked now = Objects.requireNonNull(asked);
        Began began = new Began(
                InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS),
                EngineRun.cpuTimeOf(service.pids()),
                site.meter().read(List.of()));
        asked = new Asked(now.load(), now.order(), began);
        run = EngineRun.start(command, now.order(), cpus());
        return true;
    }

    @Override
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        if (run == null) {
            TimeUnit.NANOSECONDS.sleep(atMost.toNanos());
            return false;
        }
        return run.awaitEnd(atMost);
    }

    @Override
    public MadeLoad result() throws IOException {
        Asked now = Objects.requireNonNull(asked);
        Began began = now.began();
        if (run == null || began == null) {
            throw new IllegalStateException("no window began (expected: one that ended)");
        }
        EngineFigures figures = run.figures();
        Duration serverCpu = EngineRun.cpuTimeOf(service.pids()).minus(began.serverCpu());
        CpuReading cores = site.meter().read(List.of());
        LoadResult.Disturbance disturbance = disturbance(run.beganNanos(), clock.nanoTime());
        double perSecond = figures.calls() / figures.seconds();
        EngineFigures.Traffic traffic = figures.traffic();
        return new MadeLoad(
                began.at().toString(),
                EnvironmentProbe.probe(),
                new LoadResult.Counts(
                        figures.seconds(),
                        figures.calls(),
                        perSecond,
                        LoadResult.Outcome.of(
                                figures.calls(), figures.errors(), figures.seconds(), command::rejectedBy),
                        figures.errors(),
                        0,
                        List.of()),
                new LoadResult.Times(figures.times(), List.of(), null, List.of()),
                new LoadResult.Schedule(null, List.of()),
                new LoadResult.Noise(
                        new LoadResult.Raw(
                                figures.seconds(), figures.calls(), perSecond, figures.times(), figures.errors(), 0),
                        disturbance),
                new LoadResult.Use(
                        run.cores(),
                        serverCpu.isNegative() ? null : serverCpu.toNanos() / 1e9 / figures.seconds(),
                        new LoadResult.Resources(
                                cores == null || began.cores() == null ? null : cores.stolenCoresSince(began.cores()),
                                null,
                                null,
                                null,
                                traffic == null ? null : perSecond(traffic.sentBytes(), figures),
                                traffic == null ? null : perSecond(traffic.receivedBytes(), figures))),
                reasonsAgainst(now, figures, run.cores(), disturbance));
    }

    private static @Nullable Double perSecond(@Nullable Double bytes, EngineFigures figures) {
        return bytes == null ? null : bytes / figures.seconds();
    }

    private List<InvalidReason> reasonsAgainst(
            Asked now, EngineFigures figures, @Nullable Double used, LoadResult.Disturbance disturbance) {
        List<InvalidReason> reasons = new ArrayList<>();
        if (figures.calls() == 0) {
            reasons.add(InvalidReason.of(Fault.NO_ANSWERS));
        }
        String cpus = cpus();
        int cores = cpus == null
                ? Runtime.getRuntime().availableProcessors()
                : CorePlan.numbers(cpus).size();
        if (used != null && used > MOST_BUSY * cores) {
            reasons.add(InvalidReason.of(Fault.GENERATOR_BOTTLENECK)
                    .with(Measure.CORES_USED, used)
                    .with(Measure.CORES, (double) cores)
                    .with(Measure.LIMIT_SHARE, MOST_BUSY));
        }
        long made = figures.calls() + figures.failed();
        double due = (double) now.order().rate() * now.order().seconds();
        if (made < KEPT_SCHEDULE * due) {
            Long notSent = figures.notSent();
            InvalidReason reason = InvalidReason.of(Fault.SCHEDULE_NOT_KEPT)
                    .with(Measure.CALLS_DUE, due)
                    .with(Measure.CALLS_SENT, (double) made)
                    .with(Measure.LIMIT_SHARE, KEPT_SCHEDULE);
            reasons.add(notSent == null ? reason : reason.with(Measure.CALLS_NOT_SENT, (double) notSent));
        }
        double cleanSeconds = now.order().seconds() - disturbance.stalledSeconds();
        if (cleanSeconds < LEAST_CLEAN * now.order().seconds()) {
            reasons.add(InvalidReason.of(Fault.TOO_FEW_CLEAN_SLICES)
                    .with(Measure.CLEAN_SECONDS, Math.max(0, cleanSeconds))
                    .with(Measure.PLANNED_SECONDS, (double) now.order().seconds())
                    .with(Measure.LIMIT_SHARE, LEAST_CLEAN));
        }
        return reasons;
    }

    /** Stalls that the machine had meanwhile: nothing is cut out for them. */
    private LoadResult.Disturbance disturbance(long beginNanos, long endNanos) throws IOException {
        Path log = site.watch().stallLog();
        if (log == null) {
            return new LoadResult.Disturbance(0, 0, 0, 0, 0);
        }
        List<Stall> stalls = new StallLog.Reader(log)
                .readNew().stream()
                        .filter(stall -> stall.cause().isOfTheMachine())
                        .filter(stall -> stall.endNanos() - beginNanos > 0 && endNanos - stall.beginNanos() > 0)
                        .sorted(Comparator.comparingLong(stall -> stall.beginNanos() - beginNanos))
                        .toList();
        long longest = 0;
        long together = 0;
        long covered = 0;
        for (Stall stall : stalls) {
            long begin = Math.max(0, stall.beginNanos() - beginNanos);
            long end = Math.min(endNanos, stall.endNanos()) - beginNanos;
            longest = Math.max(longest, end - begin);
            together += Math.max(0, end - Math.max(covered, begin));
            covered = Math.max(covered, end);
        }
        return new LoadResult.Disturbance(0, 0, stalls.size(), longest / 1e6, together / 1e9);
    }

    @Override
    public ProcessFailedException failure(String what) {
        return run == null
                ? new LoadFailedException(command.words(), what, "a load")
                : run.failure("it " + what, "a load that ends");
    }

    @Override
    public List<Long> pids() {
        return run == null ? List.of() : run.pids();
    }

    @Override
    public void close() {
        if (run != null) {
            run.close();
        }
    }
}
