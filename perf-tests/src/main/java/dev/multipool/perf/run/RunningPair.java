package dev.multipool.perf.run;

import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.perf.process.CompilerThreads;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.CpuQuota;
import dev.multipool.perf.process.GeneratorOrder;
import dev.multipool.perf.process.GeneratorProcess;
import dev.multipool.perf.process.JavaCommand;
import dev.multipool.perf.process.Jdk;
import dev.multipool.perf.process.ServerLedgers;
import dev.multipool.perf.process.ServerProcess;
import dev.multipool.perf.result.Load;
import dev.multipool.perf.result.RunSettings;
import dev.multipool.perf.result.Variant;
import dev.multipool.pools.PoolConfig;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server JVM and a generator JVM that run: for one run, or for several whose servers differ in nothing but the bounds of
 * their pools, which can be changed while they run.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> closing it ends both, and removes the control group of a quota.
 */
final class RunningPair implements AutoCloseable {
    private static final String POOLS = "pools.";

    private final Deque<Runnable> toClose;
    private final Path gcLog;
    private final ServerProcess server;
    private final ServerLedgers ledgers;
    private final GeneratorProcess generator;
    private final @Nullable CpuQuota quota;
    private final List<String> generatorFlags;
    private Variant variant;
    private int runs;

    private RunningPair(
            Deque<Runnable> toClose,
            Path gcLog,
            ServerProcess server,
            ServerLedgers ledgers,
            GeneratorProcess generator,
            @Nullable CpuQuota quota,
            RunSettings settings) {
        this.toClose = toClose;
        this.gcLog = gcLog;
        this.server = server;
        this.ledgers = ledgers;
        this.generator = generator;
        this.quota = quota;
        this.variant = settings.variant();
        this.generatorFlags = GeneratorPlan.jvmFlags(settings.load());
    }

    /**
     * Starts both.
     *
     * @param name begins the names of the files that they write
     */
    static RunningPair start(RunSite site, RunSettings settings, String name) throws InterruptedException {
        Path directory = site.directory();
        Path gcLog = directory.resolve(name + "-server-gc.log").toAbsolutePath();
        Variant variant = settings.variant();
        Double cpuQuota = variant.cpuQuota();
        Deque<Runnable> toClose = new ArrayDeque<>();
        boolean runs = false;
        try {
            CpuQuota quota = cpuQuota == null ? null : CpuQuota.create(CpuQuota.CGROUPS, CpuQuota.PROC, cpuQuota);
            if (quota != null) {
                toClose.push(quota::close);
            }
            ServerProcess server = startServer(site, variant, quota, gcLog, directory.resolve(name + "-server.log"));
            toClose.push(server::close);
            ServerLedgers ledgers = ServerLedgers.attach(server.pid());
            toClose.push(ledgers::close);
            GeneratorProcess generator = GeneratorProcess.start(
                    site.commands().generator().with(GeneratorPlan.jvmFlags(settings.load())),
                    site.cores().generatorCpus(),
                    directory.resolve(name + "-generator.log"));
            toClose.push(generator::close);
            runs = true;
            return new RunningPair(toClose, gcLog, server, ledgers, generator, quota, settings);
        } finally {
            if (!runs) {
                toClose.forEach(Runnable::run);
            }
        }
    }

    private static ServerProcess startServer(
            RunSite site, Variant variant, @Nullable CpuQuota quota, Path gcLog, Path output)
            throws InterruptedException {
        String home = variant.javaHome();
        // a line for each pause; quoted, as a path may hold colons
        JavaCommand java = (home == null
                        ? site.commands().server()
                        : site.commands().server().on(Jdk.at(Path.of(home))))
                .with(List.of("-Xlog:gc:file=\"" + gcLog + "\""));
        String cpus = serverCpus(site, variant);
        List<String> arguments = serverArguments(site, variant);
        return variant.profiled()
                ? ServerProcess.startProfiled(java, cpus, quota, arguments, output)
                : ServerProcess.start(java, cpus, quota, arguments, output);
    }

    private static List<String> serverArguments(RunSite site, Variant variant) {
        List<String> arguments = new ArrayList<>(List.of(
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--redis",
                site.redisPlace().redis().toString()));
        if (variant.profiled()) {
            // the server tells its profiler of the calls that break the objective
            arguments.addAll(
                    List.of("--set", "admin.slow-call=" + site.objective().limitMicros() + "us"));
        }
        variant.server().forEach((key, text) -> arguments.addAll(List.of("--set", key + "=" + text)));
        return arguments;
    }

    private static @Nullable String serverCpus(RunSite site, Variant variant) {
        return variant.cpus() == null ? site.cores().serverCpus() : variant.cpus();
    }

    /** Whether a run with these settings can be made after changing the bounds of pools at most. */
    boolean fits(RunSettings settings) {
        return changes(variant, settings.variant()).isPresent()
                && generatorFlags.equals(GeneratorPlan.jvmFlags(settings.load()));
    }

    /** The pools that have other bounds in the second server; nothing when the two differ in more. */
    static Optional<List<PoolConfig>> changes(Variant from, Variant to) {
        boolean samePlace = to.profiled() == from.profiled()
                && Objects.equals(to.javaHome(), from.javaHome())
                && Objects.equals(to.cpus(), from.cpus())
                && Objects.equals(to.cpuQuota(), from.cpuQuota());
        if (!samePlace || !to.server().keySet().equals(from.server().keySet())) {
            return Optional.empty();
        }
        List<PoolConfig> changed = new ArrayList<>();
        for (Map.Entry<String, String> setting : from.server().entrySet()) {
            String text = to.server().getOrDefault(setting.getKey(), "");
            if (!text.equals(setting.getValue())) {
                Optional<PoolConfig> resized = resized(setting.getKey(), setting.getValue(), text);
                if (resized.isEmpty()) {
                    return Optional.empty();
                }
                changed.add(resized.get());
            }
        }
        return Optional.of(changed);
    }

    /** The pool as the second text has it, when the first one can be resized to it. */
    private static Optional<PoolConfig> resized(String key, String before, String after) {
        if (!key.startsWith(POOLS)) {
            return Optional.empty();
        }
        String pool = key.substring(POOLS.length());
        PoolConfig from = PoolConfig.parse(pool, before);
        PoolConfig to = PoolConfig.parse(pool, after);
        return from.kind() == to.kind()
                        && from.resized(
                                        to.coreThreads(),
                                        to.maxThreads(),
                                        to.queue().capacity())
                                .equals(to)
                ? Optional.of(to)
                : Optional.empty();
    }

    /**
     * Begins a run with settings that fit; the first one when the server is warm.
     *
     * @param json takes the generator's result
     * @return who watches it
     */
    RunWatch begin(RunSite site, Trial trial, Path json) throws InterruptedException {
        RunSettings settings = trial.settings();
        changes(variant, settings.variant()).orElseThrow().forEach(ledgers::resize);
        variant = settings.variant();
        CompilerThreads compilers = new CompilerThreads(server.pid());
        String cpus = serverCpus(site, variant);
        String all = compilerCpus(site, cpus);
        if (all != null) {
            compilers.runOn(all);
        }
        if (runs == 0) {
            new WarmUp(generator, compilers, part -> GeneratorPlan.of(part, server.port())).run(settings.load());
        }
        Load load = RunTimes.settling(settings.load());
        generator.begin(new GeneratorOrder(
                GeneratorPlan.extended(load, GeneratorPlan.of(load, server.port())), watched(site), json));
        runs++;
        return new RunWatch(site, server, ledgers, generator, quota, all == null ? null : cpus);
    }

    private WatchedMachine watched(RunSite site) {
        String own = site.cores().pinnedCpus();
        return new WatchedMachine(
                server.pid(),
                site.companionPids(),
                gcLog,
                site.watch().stallLog(),
                own == null ? Set.of() : Set.copyOf(CorePlan.numbers(own)));
    }

    /**
     * Where the compilers may run until the window begins: on the generator's cores, too. Null when they stay where they are,
     * since the server is not pinned, or its quota counts what they use wherever they are.
     */
    private @Nullable String compilerCpus(RunSite site, @Nullable String serverCpus) {
        String others = site.cores().generatorCpus();
        return serverCpus == null || others == null || quota != null ? null : serverCpus + "," + others;
    }

    /** Runs that were begun before the last one. */
    int earlierRuns() {
        return runs - 1;
    }

    List<Long> pids() {
        return List.of(server.pid(), generator.pid());
    }

    GeneratorProcess generator() {
        return generator;
    }

    ServerProcess server() {
        return server;
    }

    @Override
    public void close() {
        toClose.forEach(Runnable::run);
        toClose.clear();
    }
}
