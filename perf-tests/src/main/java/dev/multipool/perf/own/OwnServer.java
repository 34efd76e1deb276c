package dev.multipool.perf.own;

import dev.multipool.bench.plan.CallKind;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.laboratory.process.ServerProcess;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.GeneratorPlan;
import dev.multipool.laboratory.run.RunSite;
import dev.multipool.laboratory.run.RunningService;
import dev.multipool.laboratory.run.TestedService;
import dev.multipool.laboratory.sampling.ThreadRules;
import dev.multipool.perf.limiter.LimitedServerMain;
import dev.multipool.perf.limiter.PublishedLimit;
import dev.multipool.rpc.server.app.operation.Operation;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** multipool's own server as a service under test: it asks a Redis, and its pools can be resized while it runs. */
public final class OwnServer implements TestedService {
    public static final String MAIN_CLASS = "dev.multipool.rpc.server.app.Main";

    /** Among a variant's settings: which {@link PublishedLimit} stands in the place of adaptive admission. */
    public static final String LIMITER = "limiter";

    /** The pool that requests run on. */
    public static final String BUSINESS = "business";

    private static final ThreadRules THREAD_RULES = new ThreadRules(
            Operation.classifier(),
            Set.of("dev.multipool.redis.", "io.lettuce.core."),
            Set.of("dev.multipool.redis.LettuceReads.await", "dev.multipool.rpc.server.app.mock.MockDependency.delay"));

    private static final String HOST = "127.0.0.1";

    private final JavaCommand java;
    private final URI redis;
    private final RunSite site;

    /**
     * Our server.
     *
     * @param java starts it
     * @param redis where its Redis listens
     */
    public OwnServer(JavaCommand java, URI redis, RunSite site) {
        this.java = java;
        this.redis = redis;
        this.site = site;
    }

    @Override
    public RunningService start(Variant variant, String name) throws InterruptedException {
        Path gcLog = site.directory().resolve(name + "-server-gc.log").toAbsolutePath();
        Double cpuQuota = variant.cpuQuota();
        Deque<Runnable> toClose = new ArrayDeque<>();
        boolean runs = false;
        try {
            CpuQuota quota = cpuQuota == null ? null : CpuQuota.create(CpuQuota.CGROUPS, CpuQuota.PROC, cpuQuota);
            if (quota != null) {
                toClose.push(quota::close);
            }
            ServerProcess server =
                    startProcess(variant, quota, gcLog, site.directory().resolve(name + "-server.log"));
            toClose.push(server::close);
            ServerLedgers ledgers = ServerLedgers.attach(server.pid());
            toClose.push(ledgers::close);
            runs = true;
            return new RunningOwnServer(toClose, gcLog, server, ledgers, quota, variant);
        } finally {
            if (!runs) {
                toClose.forEach(Runnable::run);
            }
        }
    }

    private ServerProcess startProcess(Variant variant, @Nullable CpuQuota quota, Path gcLog, Path output)
            throws InterruptedException {
        String home = variant.javaHome();
        // a line for each pause; quoted, as a path may hold colons
        JavaCommand command =
                (home == null ? java : java.on(Jdk.at(Path.of(home)))).with(List.of("-Xlog:gc:file=\"" + gcLog + "\""));
        String cpus = site.serverCpus(variant);
        List<String> arguments = arguments(variant);
        // no production jar has such a limiter: the server that has one is started by a class of its own
        String mainClass = variant.server().containsKey(LIMITER) ? LimitedServerMain.class.getName() : MAIN_CLASS;
        return variant.profiled()
                ? ServerProcess.startProfiled(command, cpus, quota, mainClass, arguments, output)
                : ServerProcess.start(command, cpus, quota, mainClass, arguments, output);
    }

    private List<String> arguments(Variant variant) {
        List<String> arguments = new ArrayList<>();
        String limiter = variant.server().get(LIMITER);
        if (limiter != null) {
            arguments.add(limiter);
        }
        arguments.addAll(List.of("--host", HOST, "--port", "0", "--redis", redis.toString()));
        if (variant.profiled()) {
            // the server tells its profiler of the calls that break the objective
            arguments.addAll(
                    List.of("--set", "admin.slow-call=" + site.objective().limitMicros() + "us"));
        }
        variant.server().forEach((key, text) -> {
            if (!key.equals(LIMITER)) {
                arguments.addAll(List.of("--set", key + "=" + text));
            }
        });
        return arguments;
    }

    @Override
    public LoadPlan plan(Load load, int port) {
        return GeneratorPlan.of(load, HOST, port, calls(load));
    }

    static CallMix calls(Load load) {
        Map<CallKind, Integer> weights = new EnumMap<>(CallKind.class);
        load.mix().forEach((method, weight) -> weights.put(CallKind.parse(method), weight));
        if (weights.isEmpty()) {
            weights.put(CallKind.FIND_USER_INFO, 1);
        }
        Load.Items items = load.items();
        return new CallMix(
                weights,
                items == null ? CallMix.DEFAULT_ITEMS : items.perCall(),
                load.requireUsersSeeded(),
                items == null ? load.requireUsersSeeded() : items.seeded(),
                KeyDistribution.UNIFORM);
    }

    @Override
    public boolean canRunTwice() {
        return true;
    }

    @Override
    public ThreadRules threadRules() {
        return THREAD_RULES;
    }
}
