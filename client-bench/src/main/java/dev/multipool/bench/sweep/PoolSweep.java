package dev.multipool.bench.sweep;

import dev.multipool.bench.baidustd.BaiduStd;
import dev.multipool.bench.baidustd.OwnCall;
import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.generator.ProgressListener;
import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadPlan.Timing;
import dev.multipool.bench.result.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Tries pools on a service of one's own: for each run it starts the service anew as a process with that pool, loads it in a
 * closed loop, and ends it. Pools are tried forwards, then backwards, so that a drift of the machine falls on all alike.
 *
 * <pre>{@code
 * SweepResult result = new PoolSweep(settings, pool -> List.of("java", "-jar", "service.jar", "--port", "0", "--pool", pool))
 *         .run(greet, Path.of("target/perf"), System.out::println);
 * }</pre>
 *
 * <p><b>Threads</b>: {@link #run} blocks its caller for all runs. It moves this process to cores of its own where it can.
 */
public final class PoolSweep {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final long SEED = 42;

    private final SweepSettings settings;
    private final Function<String, List<String>> serverCommand;

    /**
     * A sweep of a service.
     *
     * @param serverCommand what starts the service with a pool; it must print {@code listening on HOST:PORT} and end on
     *     SIGTERM
     */
    public PoolSweep(SweepSettings settings, Function<String, List<String>> serverCommand) {
        this.settings = settings;
        this.serverCommand = serverCommand;
    }

    /**
     * Makes all runs.
     *
     * @param own what is asked
     * @param directory gets a log of each server's errors
     * @param progress hears a line for each run
     * @throws IOException when the service can't be started, with what it wrote to its errors
     * @throws dev.multipool.rpc.protocol.RpcException when the service ends before it is connected to
     * @throws InterruptedException when the caller was interrupted; the service's process has ended then
     */
    public SweepResult run(OwnCall<?, ?> own, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        CoreSplit cores = CoreSplit.ofThisMachine();
        List<SweepRun> runs = new ArrayList<>();
        for (int repeat = 0; repeat < settings.repeats(); repeat++) {
            for (int i = 0; i < settings.pools().size(); i++) {
                int forwards = repeat % 2 == 0 ? i : settings.pools().size() - 1 - i;
                String pool = settings.pools().get(forwards);
                Path log = directory.resolve("server-" + (runs.size() + 1) + ".log");
                SweepRun run = new SweepRun(pool, measure(own, cores.onServerCores(serverCommand.apply(pool)), log));
                runs.add(run);
                progress.accept(run.line(settings.objective()));
            }
        }
        return new SweepResult(settings, runs, cores.toString());
    }

    private LoadResult measure(OwnCall<?, ?> own, List<String> command, Path log)
            throws IOException, InterruptedException {
        try (ServerUnderTest server = ServerUnderTest.start(command, log)) {
            LoadPlan plan = new LoadPlan(
                    "127.0.0.1",
                    server.port(),
                    settings.connections(),
                    LoadModel.ClosedLoop.of(settings.users()),
                    CallMix.own(),
                    new Timing(settings.warmup(), settings.duration(), CALL_TIMEOUT),
                    SEED);
            GeneratorSettings generator =
                    GeneratorSettings.of(plan).withWatched(WatchedMachine.WHOLE.withServerPid(server.pid()));
            return new LoadGenerator(plan, generator, ProgressListener.NONE, BaiduStd.PLAIN.withOwn(own)).run();
        }
    }
}
