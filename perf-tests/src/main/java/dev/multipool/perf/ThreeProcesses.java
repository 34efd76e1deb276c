package dev.multipool.perf;

import dev.multipool.bench.LoadResult;
import dev.multipool.bench.LoadResult.Percentiles;
import dev.multipool.bench.LoadResultJson;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.CpuMeter;
import dev.multipool.perf.process.CpuQuota;
import dev.multipool.perf.process.CpuQuota.Throttling;
import dev.multipool.perf.process.CpuReading;
import dev.multipool.perf.process.GeneratorProcess;
import dev.multipool.perf.process.JavaCommand;
import dev.multipool.perf.process.Jdk;
import dev.multipool.perf.process.Pauses;
import dev.multipool.perf.process.PoolLedger;
import dev.multipool.perf.process.ServerLedgers;
import dev.multipool.perf.process.ServerProcess;
import dev.multipool.perf.result.Figures;
import dev.multipool.perf.result.LabRun;
import dev.multipool.perf.result.Load;
import dev.multipool.perf.result.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes each run with a server JVM and a generator JVM, both fresh, beside a Redis that stays; the laboratory itself only
 * waits.
 *
 * <p><b>Threads:</b> one run at a time, in the caller's thread.
 */
public final class ThreeProcesses implements TrialRunner {
    /** More than this on the run's cores, and its figures may be another program's. */
    static final double FOREIGN_CORES_LIMIT = 0.1;

    /** Of the measured window its first second is not watched: when exactly it began, the generator knows alone. */
    private static final Duration UNWATCHED = Duration.ofSeconds(1);
    /** What a generator may need beyond its load: to start, to end its last calls, to write its result. */
    private static final Duration GENERATOR_SLACK = Duration.ofSeconds(30);

    private static final Pattern FILE_NAME = Pattern.compile("[^A-Za-z0-9]+");

    private final Site site;

    /**
     * Where runs are made.
     *
     * @param server how to start servers
     * @param generator how to start generators
     * @param cores which process gets which cores
     * @param meter watches those cores
     * @param redis where the Redis listens
     * @param redisPid its process, where it is known; foreign load can't be told without it
     * @param directory takes what the processes print and the generators' results
     */
    public record Site(
            JavaCommand server,
            JavaCommand generator,
            CorePlan cores,
            CpuMeter meter,
            URI redis,
            OptionalLong redisPid,
            Path directory) {}

    public ThreeProcesses(Site site) {
        this.site = site;
    }

    @Override
    public LabRun run(Trial trial) throws InterruptedException {
        String name = String.format(
                Locale.ROOT,
                "run-%02d-%s",
                trial.number(),
                FILE_NAME.matcher(trial.settings().variant().name()).replaceAll("-"));
        Path json = site.directory().resolve(name + ".json");
        Path gcLog = site.directory().resolve(name + "-server-gc.log").toAbsolutePath();
        Variant variant = trial.settings().variant();
        Load load = trial.settings().load();
        Double cpuQuota = variant.cpuQuota();
        try (CpuQuota quota = cpuQuota == null ? null : CpuQuota.create(CpuQuota.CGROUPS, CpuQuota.PROC, cpuQuota);
                ServerProcess server = ServerProcess.start(
                        serverCommand(variant, gcLog),
                        variant.cpus() == null ? site.cores().serverCpus() : variant.cpus(),
                        quota,
                        serverArguments(variant),
                        site.directory().resolve(name + "-server.log"));
                ServerLedgers ledgers = ServerLedgers.attach(server.pid());
                GeneratorProcess generator = GeneratorProcess.start(
                        site.generator(),
                        site.cores().generatorCpus(),
                        generatorArguments(load, server, gcLog, json),
                        site.directory().resolve(name + "-generator.log"))) {
            Watched watched = watch(load, server, ledgers, generator, quota);
            Duration bound = RunTimes.duration(load).plus(GENERATOR_SLACK);
            if (!generator.awaitEnd(bound)) {
                throw generator.failure("did not end within " + bound.toSeconds() + " s after its load");
            }
            server.requireAlive();
            if (!Files.exists(json)) {
                throw generator.failure("ended with exit code " + generator.exitCode() + " and without a result");
            }
            return labRun(trial, LoadResultJson.read(json), server.stop(), watched);
        } catch (IOException e) {
            throw new UncheckedIOException(json + ": not the result of a generator", e);
        }
    }

    private JavaCommand serverCommand(Variant variant, Path gcLog) {
        String javaHome = variant.javaHome();
        JavaCommand command = javaHome == null ? site.server() : site.server().on(Jdk.at(Path.of(javaHome)));
        // a line for each pause; quoted, as a path may hold colons
        return command.with("-Xlog:gc:file=\"" + gcLog + "\"");
    }

    @Override
    public void keep(String fileName, String text) {
        try {
            Files.writeString(site.directory().resolve(fileName), text);
        } catch (IOException e) {
            throw new UncheckedIOException(fileName + " can't be written: " + e.getMessage(), e);
        }
    }

    private List<String> serverArguments(Variant variant) {
        List<String> arguments = new ArrayList<>(List.of(
                "--host", "127.0.0.1", "--port", "0", "--redis", site.redis().toString()));
        variant.server().forEach((key, text) -> arguments.addAll(List.of("--set", key + "=" + text)));
        return arguments;
    }

    private static List<String> generatorArguments(Load load, ServerProcess server, Path gcLog, Path json) {
        List<String> arguments = GeneratorArguments.of(load, "127.0.0.1:" + server.port());
        arguments.addAll(List.of(
                "--server-pid",
                Long.toString(server.pid()),
                "--server-gc-log",
                gcLog.toString(),
                "--json",
                json.toString()));
        return arguments;
    }

    /**
     * What was seen beside the measured window.
     *
     * @param foreignCores the foreign load in it; null where it can't be told
     * @param throttledShare quota periods in which the server was stopped; null without a quota
     * @param pools the server's ledgers in the middle of it; empty when the generator ended before its time
     * @param pauses of its collectors, likewise
     */
    private record Watched(
            @Nullable Double foreignCores,
            @Nullable Double throttledShare,
            List<PoolLedger> pools,
            @Nullable Pauses pauses) {
        static final Watched NOTHING = new Watched(null, null, List.of(), null);
    }

    /** Waits through the measured window. */
    private Watched watch(
            Load load,
            ServerProcess server,
            ServerLedgers ledgers,
            GeneratorProcess generator,
            @Nullable CpuQuota quota)
            throws InterruptedException {
        Duration half = RunTimes.duration(load).dividedBy(2);
        Duration unwatched = half.compareTo(UNWATCHED) < 0 ? half : UNWATCHED;
        List<Long> pids = new ArrayList<>(List.of(ProcessHandle.current().pid(), server.pid(), generator.pid()));
        site.redisPid().ifPresent(pids::add);
        if (generator.awaitEnd(RunTimes.warmup(load).plus(unwatched))) {
            return Watched.NOTHING;
        }
        CpuReading begin = site.meter().read(pids);
        Throttling throttlingBegin = quota == null ? null : quota.throttling();
        ServerLedgers.Reading ledgersAtBegin = ledgers.read();
        if (generator.awaitEnd(RunTimes.duration(load).minus(unwatched))) {
            return Watched.NOTHING;
        }
        ServerLedgers.Reading ledgersAtEnd = ledgers.read();
        CpuReading end = site.meter().read(pids);
        Throttling throttlingEnd = quota == null ? null : quota.throttling();
        return new Watched(
                begin == null || end == null || site.redisPid().isEmpty() ? null : end.foreignCoresSince(begin),
                throttlingBegin == null || throttlingEnd == null ? null : throttlingEnd.shareSince(throttlingBegin),
                ledgersAtEnd.since(ledgersAtBegin),
                ledgersAtEnd.pauses().since(ledgersAtBegin.pauses()));
    }

    private static LabRun labRun(
            Trial trial, LoadResult load, @Nullable Map<String, Long> rejections, Watched watched) {
        Percentiles response = load.responseTime();
        Figures figures = new Figures(
                load.throughputPerSecond(),
                load.calls(),
                load.measuredSeconds(),
                response.p50Millis(),
                response.p90Millis(),
                response.p99Millis(),
                response.p999Millis(),
                response.maxMillis(),
                response.meanMillis(),
                load.outcome(),
                load.corrected(),
                load.sending(),
                load.errors(),
                load.notFound(),
                rejections,
                load.serverCpuCores(),
                load.generatorCpuCores(),
                watched.foreignCores(),
                watched.throttledShare(),
                load.resources(),
                load.steps());
        return new LabRun(
                trial.number(),
                trial.repeat(),
                load.startedAt(),
                true,
                trial.settings(),
                figures,
                watched.pools(),
                watched.pauses(),
                load.environment(),
                Stream.concat(
                                load.invalidReasons().stream(),
                                RunChecks.invalidReasons(
                                        figures, trial.settings().expectedErrors())
                                        .stream())
                        .toList(),
                RunChecks.suspectReasons(figures));
    }
}
