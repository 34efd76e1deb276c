package dev.multipool.perf.app;

import dev.multipool.capacity.Objective;
import dev.multipool.capacity.calibration.Prediction;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.search.PoolProposal;
import dev.multipool.capacity.search.PoolQuestion;
import dev.multipool.capacity.search.PoolSearch;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.perf.profile.ProfileYaml;
import dev.multipool.pools.PoolConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Says what a calibrated service would do on another machine. */
@Command(
        name = "predict",
        mixinStandardHelpOptions = true,
        description =
                "Predicts throughput, response times and CPU of a calibrated service on a machine, by simulation.",
        showDefaultValues = true,
        sortOptions = false)
final class PredictCommand implements Callable<Integer> {
    private static final int MOST_USERS = 1000;

    @Option(names = "--profile", paramLabel = "FILE", required = true, description = "what `calibrate` wrote")
    @SuppressWarnings("NullAway.Init") // required
    private Path profile;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // required
    private Limit limit;

    @Option(
            names = "--host-cores",
            paramLabel = "N",
            defaultValue = "64",
            description = "cores of the host; only with --quota")
    private int hostCores;

    @Option(
            names = "--users",
            paramLabel = "N",
            split = ",",
            defaultValue = "4,8,16,20,24,32",
            description = "users of a closed loop, a row for each number")
    private List<Integer> users = List.of();

    @Option(
            names = "--threads",
            paramLabel = "POOL=N",
            split = ",",
            description = "threads of the pools; default: a pool that is not named has as many as are ever busy")
    private Map<String, Integer> threads = new TreeMap<>();

    @Option(names = "--objective", paramLabel = "TEXT", defaultValue = "tp99<10ms", description = "for the proposal")
    private String objective = "";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    /** What limits the CPU. */
    static final class Limit {
        @Option(names = "--cores", paramLabel = "N", required = true, description = "cores of its own")
        private int cores;

        @Option(
                names = "--quota",
                paramLabel = "CORES",
                required = true,
                description = "a quota in cores, refilled every 100 ms")
        private double quota;

        CpuModel machine(int hostCores) {
            return quota > 0 ? CpuModel.quota(quota, hostCores) : CpuModel.inTurns(cores);
        }

        String describe(int hostCores) {
            return quota > 0 ? "a quota of " + quota + " cores on " + hostCores : cores + " cores";
        }
    }

    @Override
    public Integer call() throws IOException {
        if (!Files.isReadable(profile)) {
            throw new ParameterException(spec.commandLine(), "--profile: " + profile + " (expected: a readable file)");
        }
        ServiceProfile service = ProfileYaml.read(Files.readString(profile));
        CpuModel machine;
        Objective limitOfTp99;
        try {
            machine = limit.machine(hostCores);
            limitOfTp99 = Objective.parseTp99(objective);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        PrintWriter console = spec.commandLine().getOut();
        console.println(text(
                "predicted, not measured: %s; the profile missed its own runs by up to %.1f %% in throughput and %.0f %%"
                        + " in TP99",
                limit.describe(hostCores),
                100 * service.missed().tps(),
                100 * service.missed().p99()));
        console.println("users     TPS  low-high        bound  TP50 ms  TP90 ms  TP99 ms  TP99.9  CPU %  threads");
        for (int each : users) {
            console.println(line(Prediction.predict(service, machine, sizes(service), each)));
        }
        console.println(proposal(service, machine, limitOfTp99));
        console.flush();
        return 0;
    }

    private Map<String, Integer> sizes(ServiceProfile service) {
        Map<String, Integer> sizes = service.each(PoolConfig.MAX_THREADS);
        threads.forEach((pool, size) -> {
            if (sizes.replace(pool, size) == null) {
                throw new ParameterException(
                        spec.commandLine(), "--threads: " + pool + " (expected: of " + sizes.keySet() + ")");
            }
        });
        return sizes;
    }

    private static String line(Prediction row) {
        return text(
                "%5d  %6.0f  %6.0f-%-6.0f  %6.0f  %7.1f  %7.1f  %7.1f  %6.1f  %5.1f  %s",
                row.users(),
                row.tps(),
                row.tpsLow(),
                row.tpsHigh(),
                row.bound(),
                row.result().percentileMillis(50),
                row.result().percentileMillis(90),
                row.result().percentileMillis(99),
                row.result().percentileMillis(99.9),
                row.result().cpu().percent(),
                row.threads().entrySet().stream()
                        .map(pool -> pool.getKey() + " "
                                + (pool.getValue() == PoolConfig.MAX_THREADS ? "unlimited" : pool.getValue()))
                        .collect(Collectors.joining(", ")));
    }

    private static String proposal(ServiceProfile service, CpuModel machine, Objective objective) {
        return PoolSearch.propose(new PoolQuestion(
                        service.service(service.each(1)),
                        service.on(machine),
                        objective.limitMillis(),
                        MOST_USERS,
                        RunPlan.of(1, Duration.ofSeconds(10))))
                .map(found -> describe(found, objective))
                .orElse("no size keeps " + objective.describe() + ", not even for one user");
    }

    private static String describe(PoolProposal found, Objective objective) {
        return text(
                "proposal: %s threads and up to %d users for %s: %.0f TPS, TP99 %.1f ms (%d simulations); measure it",
                found.threads().entrySet().stream()
                        .map(pool -> pool.getKey() + " " + pool.getValue())
                        .collect(Collectors.joining(", ")),
                found.users(),
                objective.describe(),
                found.result().tps(),
                found.result().percentileMillis(99),
                found.simulations());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
