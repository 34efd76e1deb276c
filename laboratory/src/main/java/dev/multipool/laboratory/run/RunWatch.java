package dev.multipool.laboratory.run;

import dev.multipool.bench.stall.Stall;
import dev.multipool.laboratory.machine.MachineSpeed;
import dev.multipool.laboratory.process.CompilerThreads;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.CpuQuota.Throttling;
import dev.multipool.laboratory.process.CpuReading;
import dev.multipool.laboratory.process.Pauses;
import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.Profiler;
import dev.multipool.laboratory.process.ScheduledThreads;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.laboratory.process.ThreadTimes;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Load;
import dev.multipool.pools.NanoClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Watches one run: ledgers, threads and cores are read shortly before the measured window begins and again shortly before it
 * ends, and a profiler records from its beginning to its end. The second reading takes cores from the service; it is noted as
 * the laboratory's own doing, so that its slices are left out. Independent calls go on to arrive meanwhile, and what queues then is
 * late for long after. So of an open loop the first reading is as early as can be, and the second one follows its end.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> closed when the run has ended.
 */
final class RunWatch implements AutoCloseable {
    /** Before the end of the window, so that what is read is still under load. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    /** CPU time from which on threads of no pool are told of. */
    private static final double WORTH_TELLING = 0.01;

    private static final int LARGEST_MARGIN = 10;
    /** What a generator may need to start. */
    private static final Duration START_SLACK = Duration.ofSeconds(30);

    private final RunSite site;
    private final RunningService service;
    private final @Nullable ServerLedgers ledgers;
    private final LoadMaker maker;
    private final CompilerThreads compilers;
    private final @Nullable CpuQuota quota;
    private final @Nullable String compilersTo;
    private final CompilingWatch compiling;
    private final ThreadTimes threads = new ThreadTimes(CpuQuota.PROC);
    private final NanoClock clock = NanoClock.system();

    /**
     * A watch.
     *
     * @param serverCores cores' worth of CPU time that the service can use
     * @param compilersTo cores that the server's compilers go to when the window begins; null when they stay where they are
     */
    RunWatch(RunSite site, RunningService service, LoadMaker maker, double serverCores, @Nullable String compilersTo) {
        this.site = site;
        this.service = service;
        this.ledgers = service.ledgers();
        this.maker = maker;
        this.compilers = new CompilerThreads(service.pid());
        this.quota = service.quota();
        this.compilersTo = compilersTo;
        this.compiling = CompilingWatch.start(service.pid(), serverCores, site.watch());
    }

    @Override
    public void close() {
        compiling.close();
    }

    /**
     * A recording that was made.
     *
     * @param cpuEvent where its CPU samples come from
     */
    record Recording(String cpuEvent, double seconds) {}

    /**
     * What was seen beside the measured window.
     *
     * @param coreUse what was used of the cores, beside the server itself
     * @param pools the service's ledgers; empty where it keeps none, or the generator ended before its time
     * @param edges who waits for whom in the same time; null where no agent tells
     * @param pauses of the server's collectors, in the same time; null when they were not read
     * @param threads what the scheduler did with the server's threads
     * @param recording null without a profiler
     * @param speed of the cores and the memory
     */
    record Watched(
            CoreUse coreUse,
            List<PoolLedger> pools,
            @Nullable List<PoolEdge> edges,
            @Nullable Pauses pauses,
            List<ScheduledThreads> threads,
            @Nullable Recording recording,
            MachineSpeed speed) {
        /**
         * What was used of the cores, beside the server itself.
         *
         * @param throttledShare quota periods in which the server was stopped; null without a quota
         * @param redisCores CPU time of Redis / window; null where its process is not known
         * @param compilerCores that the server's JIT compilers used
         */
        record CoreUse(
                @Nullable Double throttledShare,
                @Nullable Double redisCores,
                @Nullable Double compilerCores) {}

        static final Watched NOTHING = new Watched(
                new RunWatch.Watched.CoreUse(null, null, null),
                List.of(),
                null,
                null,
                List.of(),
                null,
                MachineSpeed.UNKNOWN);
    }

    /** What is read at both ends. */
    private record Ends(
            @Nullable CpuReading redis,
            @Nullable Throttling throttling,
            ThreadTimes.@Nullable Reading threads,
            double compilerSeconds,
            long atNanos,
            ServerLedgers.@Nullable Reading ledgers,
            @Nullable List<PoolEdge> edges) {
        double compilerCoresSince(Ends begin) {
            return Math.max(0, compilerSeconds - begin.compilerSeconds) / Math.max(1, atNanos - begin.atNanos) * 1e9;
        }
    }

    /**
     * Waits through the measured window.
     *
     * @param jfr takes a recording of the server; null for none
     */
    Watched watch(Load load, @Nullable Path jfr) throws InterruptedException {
        Profiler profiler = jfr == null ? null : service.profiler();
        if (profiler != null && jfr != null) {
            profiler.rehearse(jfr);
        }
        boolean isOpen = load.demand() instanceof OpenLoop;
        // what is read now is read before the window, which it would disturb, and under the same load
        if (!isOpen) {
            maker.awaitEnd(RunTimes.warmup(RunTimes.settling(load)).dividedBy(2));
        }
        if (compilersTo != null) {
            compilers.runOn(compilersTo);
        }
        Ends begin = read();
        if (!maker.awaitWindow(RunTimes.startOfShared(load).plus(START_SLACK))) {
            return Watched.NOTHING;
        }
        long beginNanos = clock.nanoTime();
        Duration length = RunTimes.duration(load);
        Duration tenth = length.dividedBy(LARGEST_MARGIN);
        Duration margin = tenth.compareTo(MARGIN) < 0 ? tenth : MARGIN;
        String cpuEvent = profiler == null || jfr == null ? "" : profiler.start(jfr);
        long recordingNanos = clock.nanoTime();
        if (maker.awaitEnd(left(beginNanos, length.minus(margin))) && !isOpen) {
            return Watched.NOTHING;
        }
        Ends end = isOpen ? null : readUnderLoad();
        Recording recording = null;
        if (profiler != null) {
            maker.awaitEnd(left(beginNanos, length));
            recording = new Recording(cpuEvent, (clock.nanoTime() - recordingNanos) / 1e9);
            profiler.stop();
        }
        if (end == null) {
            maker.awaitEnd(RunTimes.longest(load));
            end = read();
        }
        long endNanos = clock.nanoTime();
        return watched(begin, end, recording, site.watch().speed(beginNanos, endNanos));
    }

    private Ends readUnderLoad() throws InterruptedException {
        long readingNanos = clock.nanoTime();
        Ends end = read();
        site.watch().note(Stall.Cause.MEASURING, readingNanos, clock.nanoTime());
        return end;
    }

    private Duration left(long beginNanos, Duration length) {
        Duration left = length.minusNanos(clock.nanoTime() - beginNanos);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Ends read() throws InterruptedException {
        return new Ends(
                site.dependency().isEmpty()
                        ? null
                        : site.meter().read(List.of(site.dependency().getAsLong())),
                quota == null ? null : quota.throttling(),
                threads.read(service.pid()),
                compilers.cpuSeconds(),
                clock.nanoTime(),
                ledgers == null ? null : ledgers.read(),
                ledgers == null ? null : ledgers.edges().orElse(null));
    }

    private static @Nullable List<PoolEdge> edges(@Nullable List<PoolEdge> before, @Nullable List<PoolEdge> after) {
        return before == null || after == null
                ? null
                : after.stream()
                        .map(edge -> edge.since(before))
                        .filter(PoolEdge::isAtWork)
                        .toList();
    }

    private static Watched watched(Ends begin, Ends end, @Nullable Recording recording, MachineSpeed speed) {
        ServerLedgers.Reading before = begin.ledgers();
        ServerLedgers.Reading after = end.ledgers();
        List<PoolLedger> pools = before == null || after == null ? List.of() : after.since(before);
        return new Watched(
                new RunWatch.Watched.CoreUse(
                        begin.throttling() == null || end.throttling() == null
                                ? null
                                : end.throttling().shareSince(begin.throttling()),
                        begin.redis() == null || end.redis() == null
                                ? null
                                : end.redis().ownCoresSince(begin.redis()),
                        end.compilerCoresSince(begin)),
                pools,
                edges(begin.edges(), end.edges()),
                before == null || after == null ? null : after.pauses().since(before.pauses()),
                begin.threads() == null || end.threads() == null
                        ? List.of()
                        : end.threads().since(begin.threads()).stream()
                                .filter(group -> group.cpuSeconds() >= WORTH_TELLING
                                        || pools.stream()
                                                .anyMatch(pool -> pool.pool().equals(group.group())))
                                .toList(),
                recording,
                speed);
    }
}
