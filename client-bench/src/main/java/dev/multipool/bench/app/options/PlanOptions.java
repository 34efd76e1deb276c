package dev.multipool.bench.app.options;

import dev.multipool.bench.app.options.RequestOptions.Kind;
import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.protocol.Protocols;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
    /** Options that only some kinds of calls know: elsewhere they would go nowhere. */
    private static final Map<String, Set<Kind>> KNOWN_TO = known();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before a plan is asked for
    private CommandSpec command;

    @Option(
            names = "--target",
            paramLabel = "HOST:PORT",
            showDefaultValue = CommandLine.Help.Visibility.NEVER,
            converter = Target.Converter.class,
            description = "the server, which speaks baidu_std; or --http, --grpc or --baidu-std")
    private @Nullable Target target;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "TCP connections that the load is spread over (default: " + DEFAULT_CONNECTIONS
                    + "; of --http by HTTP/1.1 with --users one for each user)")
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
    private RequestOptions request = new RequestOptions();

    @Mixin
    private ConnectionOptions connecting = new ConnectionOptions();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "of the run's random sequences")
    private long seed;

    @Option(
            names = "--server-pid",
            paramLabel = "PID",
            description = "the server's process on this machine, to measure its CPU time and that of those below it")
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
        return request.hasOwnConnections() ? 1 : connections(LoadModel.ClosedLoop.of(1));
    }

    private int connections(LoadModel load) {
        if (connections != null) {
            return connections;
        }
        if (request.hasOwnConnections() && load instanceof LoadModel.ClosedLoop closed) {
            double warm = warmupLevel != null && !warmup.isZero() ? Math.ceil(warmupLevel) : 0;
            return Math.max(closed.peakUsers(), (int) warm);
        }
        return DEFAULT_CONNECTIONS;
    }

    public Duration callTimeout() {
        return timeout;
    }

    private static Map<String, Set<Kind>> known() {
        Map<String, Set<Kind>> known = new TreeMap<>();
        Set<Kind> requests = EnumSet.complementOf(EnumSet.of(Kind.TARGET));
        for (String option : List.of("--value", "--body", "--expect-text", "--expect-json")) {
            known.put(option, requests);
        }
        for (String option : List.of("--header", "--expect-status")) {
            known.put(option, EnumSet.of(Kind.HTTP, Kind.GRPC));
        }
        for (String option : List.of("--no-keep-alive", "--http-version")) {
            known.put(option, EnumSet.of(Kind.HTTP));
        }
        known.put("--descriptors", EnumSet.of(Kind.GRPC, Kind.BAIDU_STD));
        for (String option : List.of("--mix", "--items", "--max-user-id", "--max-item-id", "--keys")) {
            known.put(option, EnumSet.of(Kind.TARGET));
        }
        for (String option : List.of("--tls-trust", "--tls-certificate", "--tls-key", "--credential-file")) {
            known.put(option, EnumSet.of(Kind.TARGET, Kind.BAIDU_STD));
        }
        return known;
    }

    private void requireFitting(Kind kind) {
        KNOWN_TO.forEach((option, kinds) -> {
            if (!kinds.contains(kind) && command.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new IllegalArgumentException(option + " (expected: not with " + kind + ", only with "
                        + kinds.stream().map(Kind::toString).collect(Collectors.joining(", ")) + ")");
            }
        });
    }

    /**
     * The plan for a load.
     *
     * @throws IllegalArgumentException when an option is out of bounds
     */
    public LoadPlan plan(LoadModel load) {
        Duration window = duration != null ? duration : DEFAULT_DURATION;
        requireFitting(request.kind());
        if (request.count() + (target == null ? 0 : 1) != 1) {
            throw new IllegalArgumentException("--target, --http, --grpc, --baidu-std: "
                    + (request.count() == 0 ? "none" : "several") + " (expected: one of them)");
        }
        Target server = Objects.requireNonNull(target != null ? target : request.target());
        Calls asked = request.calls();
        return new LoadPlan(
                server.host(),
                server.port(),
                connections(load),
                load,
                asked != null ? asked : calls.mix(),
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
                loops,
                new WatchedMachine(
                        serverPid == null ? List.of() : List.of(serverPid),
                        alsoPids,
                        serverGcLog,
                        stallLog,
                        watchedCpus));
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
