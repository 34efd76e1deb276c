package dev.multipool.bench.app.options;

import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.protocol.Protocols;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where calls go, what they ask, for how long, and how the generator runs, as options. */
public final class PlanOptions {
    public static final Duration DEFAULT_DURATION = Duration.ofSeconds(10);
    private static final int DEFAULT_CONNECTIONS = 4;
    /** What would go nowhere in a run of the other protocol. */
    private static final List<String> OF_HTTP = List.of(
            "--value", "--header", "--body", "--expect-status", "--expect-text", "--expect-json", "--no-keep-alive");

    private static final List<String> OF_BAIDU_STD = List.of(
            "--mix",
            "--items",
            "--max-user-id",
            "--max-item-id",
            "--keys",
            "--tls-trust",
            "--tls-certificate",
            "--tls-key",
            "--credential-file");

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before a plan is asked for
    private CommandSpec command;

    @Option(
            names = "--target",
            paramLabel = "HOST:PORT",
            showDefaultValue = CommandLine.Help.Visibility.NEVER,
            converter = Target.Converter.class,
            description = "the server, which speaks baidu_std; or --http")
    private @Nullable Target target;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "TCP connections that the load is spread over (default: " + DEFAULT_CONNECTIONS
                    + "; of --http with --users one for each user)")
    private @Nullable Integer connections;

    @Option(
            names = "--warmup",
            defaultValue = "5s",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "load before the measured window")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--warmup-level",
            paramLabel = "N",
            description = "users, or calls due per second, of the warm-up but for its last second (default: the load's"
                    + " own); a light load alone compiles a server slowly")
    private @Nullable Double warmupLevel;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "the measured window (default: 10s)")
    private @Nullable Duration duration;

    @Option(
            names = "--timeout",
            defaultValue = "1s",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "deadline of each call")
    private Duration timeout = Duration.ZERO;

    @Mixin
    private CallOptions calls = new CallOptions();

    @Mixin
    private HttpOptions http = new HttpOptions();

    @Mixin
    private ConnectionOptions connecting = new ConnectionOptions();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "of the run's random sequences")
    private long seed;

    @Option(
            names = "--server-pid",
            paramLabel = "PID",
            description = "the server's process on this machine, to measure its CPU time")
    private @Nullable Long serverPid;

    @Option(
            names = "--also-pid",
            paramLabel = "PID",
            description = {
                "another process of this run on this machine, such as Redis; may be repeated. Given together with"
                        + " --server-pid, CPU time that any other process uses makes the run invalid"
            })
    private List<Long> alsoPids = List.of();

    @Option(
            names = "--server-gc-log",
            paramLabel = "FILE",
            description = "what the server's JVM on this machine writes by -Xlog:gc:file=FILE, to tell its pauses")
    private @Nullable Path serverGcLog;

    @Option(
            names = "--stall-log",
            paramLabel = "FILE",
            description =
                    "stalls of the machine that another process on it writes; what they disturb is left out, as with"
                            + " those that the generator sees itself")
    private @Nullable Path stallLog;

    @Option(
            names = "--watched-cpus",
            paramLabel = "LIST",
            converter = CpuListConverter.class,
            description =
                    "the run's own CPUs, such as 0-3,8: only their stolen and foreign time is told (default: all)")
    private Set<Integer> watchedCpus = Set.of();

    @Option(
            names = "--event-loops",
            paramLabel = "N",
            description = "threads of the generator (default: one per connection, at most one per core)")
    private @Nullable Integer eventLoops;

    /** The window's length as asked for; null when it was not. */
    @Nullable
    public Duration duration() {
        return duration;
    }

    /** A closed loop has no fewer users. */
    public int fewestUsers() {
        return http.line() != null ? 1 : connections(LoadModel.ClosedLoop.of(1));
    }

    private int connections(LoadModel load) {
        if (connections != null) {
            return connections;
        }
        if (http.line() != null && load instanceof LoadModel.ClosedLoop closed) {
            double warm = warmupLevel != null && !warmup.isZero() ? Math.ceil(warmupLevel) : 0;
            return Math.max(closed.peakUsers(), (int) warm);
        }
        return DEFAULT_CONNECTIONS;
    }

    public Duration callTimeout() {
        return timeout;
    }

    private void requireFitting(List<String> others, String expected) {
        for (String option : others) {
            if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new IllegalArgumentException(option + " (expected: " + expected + ")");
            }
        }
    }

    /**
     * The plan for a load.
     *
     * @throws IllegalArgumentException when an option is out of bounds
     */
    public LoadPlan plan(LoadModel load) {
        Duration window = duration != null ? duration : DEFAULT_DURATION;
        HttpOptions.Line line = http.line();
        requireFitting(line == null ? OF_HTTP : OF_BAIDU_STD, line == null ? "only with --http" : "not with --http");
        if ((line == null) == (target == null)) {
            throw new IllegalArgumentException(
                    line == null
                            ? "--target (expected: a server, or --http with a request)"
                            : "--target and --http (expected: one of them)");
        }
        return new LoadPlan(
                line != null ? line.host() : Objects.requireNonNull(target).host(),
                line != null ? line.port() : Objects.requireNonNull(target).port(),
                connections(load),
                load,
                line != null ? http.calls(line) : calls.mix(),
                new LoadPlan.Timing(
                        warmup,
                        warmupLevel,
                        load.profile().isConstant() ? window : load.profile().length(),
                        timeout),
                seed);
    }

    /**
     * How the generator runs a plan.
     *
     * @throws IllegalArgumentException when an option is out of bounds
     */
    public GeneratorSettings settings(LoadPlan plan) {
        int loops = eventLoops != null ? eventLoops : GeneratorSettings.of(plan).eventLoops();
        return new GeneratorSettings(
                loops, new WatchedMachine(serverPid, alsoPids, serverGcLog, stallLog, watchedCpus));
    }

    /**
     * Who makes a plan's calls.
     *
     * @throws IllegalArgumentException when an option is out of bounds
     */
    public CallProtocol protocol(LoadPlan plan) {
        return Protocols.of(plan.calls(), connecting.settings());
    }
}
