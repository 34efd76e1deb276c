package dev.multipool.perf;

import dev.multipool.bench.LoadResult;
import dev.multipool.bench.LoadResult.ResponseTime;
import dev.multipool.bench.LoadResultJson;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.CpuMeter;
import dev.multipool.perf.process.CpuReading;
import dev.multipool.perf.process.GeneratorProcess;
import dev.multipool.perf.process.JavaCommand;
import dev.multipool.perf.process.ServerProcess;
import dev.multipool.perf.result.Figures;
import dev.multipool.perf.result.LabRun;
import dev.multipool.perf.result.PoolSettings;
import dev.multipool.perf.result.RunSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
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
                "run-%02d-%d-threads",
                trial.number(),
                trial.settings().pool().threads());
        Path json = site.directory().resolve(name + ".json");
        try (ServerProcess server = ServerProcess.start(
                        site.server(),
                        site.cores().serverCpus(),
                        serverArguments(trial.settings()),
                        site.directory().resolve(name + "-server.log"));
                GeneratorProcess generator = GeneratorProcess.start(
                        site.generator(),
                        site.cores().generatorCpus(),
                        generatorArguments(trial.settings(), server, json),
                        site.directory().resolve(name + "-generator.log"))) {
            Double foreignCores = watch(trial.settings(), server, generator);
            Duration bound = duration(trial.settings()).plus(GENERATOR_SLACK);
            if (!generator.awaitEnd(bound)) {
                throw generator.failure("did not end within " + bound.toSeconds() + " s after its load");
            }
            server.requireAlive();
            if (!Files.exists(json)) {
                throw generator.failure("ended with exit code " + generator.exitCode() + " and without a result");
            }
            return labRun(trial, LoadResultJson.read(json), foreignCores);
        } catch (IOException e) {
            throw new UncheckedIOException(json + ": not the result of a generator", e);
        }
    }

    private List<String> serverArguments(RunSettings settings) {
        PoolSettings pool = settings.pool();
        return List.of(
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--redis",
                site.redis().toString(),
                "--set",
                "pools." + pool.name() + "=" + pool.spec(),
                "--set",
                "server.event-loops=" + settings.eventLoops());
    }

    private static List<String> generatorArguments(RunSettings settings, ServerProcess server, Path json) {
        return List.of(
                "run",
                "--target",
                "127.0.0.1:" + server.port(),
                "--users",
                Integer.toString(settings.users()),
                "--connections",
                Integer.toString(settings.connections()),
                "--warmup",
                warmup(settings).toMillis() + "ms",
                "--duration",
                duration(settings).toMillis() + "ms",
                "--max-user-id",
                Long.toString(settings.usersSeeded()),
                "--server-pid",
                Long.toString(server.pid()),
                "--json",
                json.toString());
    }

    /** Waits through the measured window and returns the foreign load in it; null where it can't be told. */
    private @Nullable Double watch(RunSettings settings, ServerProcess server, GeneratorProcess generator)
            throws InterruptedException {
        Duration half = duration(settings).dividedBy(2);
        Duration unwatched = half.compareTo(UNWATCHED) < 0 ? half : UNWATCHED;
        List<Long> pids = new ArrayList<>(List.of(ProcessHandle.current().pid(), server.pid(), generator.pid()));
        site.redisPid().ifPresent(pids::add);
        if (generator.awaitEnd(warmup(settings).plus(unwatched))) {
            return null;
        }
        CpuReading begin = site.meter().read(pids);
        if (generator.awaitEnd(duration(settings).minus(unwatched))) {
            return null;
        }
        CpuReading end = site.meter().read(pids);
        if (begin == null || end == null || site.redisPid().isEmpty()) {
            return null;
        }
        return end.foreignCoresSince(begin);
    }

    private static LabRun labRun(Trial trial, LoadResult load, @Nullable Double foreignCores) {
        ResponseTime response = load.responseTime();
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
                load.errors(),
                load.notFound(),
                load.serverCpuCores(),
                load.generatorCpuCores(),
                foreignCores);
        return new LabRun(
                trial.number(),
                trial.repeat(),
                load.startedAt(),
                true,
                trial.settings(),
                figures,
                load.environment(),
                Stream.concat(load.invalidReasons().stream(), RunChecks.invalidReasons(figures).stream())
                        .toList(),
                RunChecks.suspectReasons(figures));
    }

    private static Duration warmup(RunSettings settings) {
        return Duration.ofMillis(Math.round(settings.warmupSeconds() * 1000));
    }

    private static Duration duration(RunSettings settings) {
        return Duration.ofMillis(Math.round(settings.durationSeconds() * 1000));
    }
}
