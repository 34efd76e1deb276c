package dev.multipool.perf.app;

import dev.multipool.bench.app.options.DurationConverter;
import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.search.SizingExperiment;
import dev.multipool.laboratory.search.SizingPlan;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.Experiments;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.ExperimentOptions.Scope;
import dev.multipool.perf.service.CallWeight;
import dev.multipool.perf.service.ServerTemplate;
import dev.multipool.perf.service.ServiceCall;
import dev.multipool.pools.DurationText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What every command that measures has: the load, the servers, and what an answer needs. */
abstract class MeasuringCommand extends JobCommand {
    /** Of a window of a search for a described service, where nothing else is asked for. */
    private static final double SEARCH_SECONDS = 3;

    private static final List<String> OF_OUR_SERVICE = List.of(
            "--sizes",
            "--users",
            "--connections",
            "--reject-backoff",
            "--timeout",
            "--weight",
            "--java-home",
            "--set",
            "--call",
            "--redis",
            "--users-seeded");

    @Option(
            names = "--sizes",
            paramLabel = "N",
            split = ",",
            description = "threads of the business pool; default: the experiment's own")
    private List<Integer> sizes = List.of();

    @Option(names = "--users", paramLabel = "N", defaultValue = "32", description = "concurrent users")
    private int users;

    @Option(names = "--connections", paramLabel = "K", defaultValue = "4", description = "TCP connections they share")
    private int connections;

    @Option(
            names = "--reject-backoff",
            paramLabel = "TIME",
            defaultValue = "10ms",
            converter = DurationConverter.class,
            description = "pause of a user after a call that was rejected or failed")
    private Duration rejectBackoff = Duration.ZERO;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationConverter.class,
            description = "deadline of each call")
    private Duration timeout = Duration.ZERO;

    @Option(
            names = "--weight",
            paramLabel = "light|published",
            description =
                    "findUserInfo as it is, or as heavy as the published service; default: as the experiment has it,"
                            + " light where it does not say")
    private @Nullable String weight;

    @Option(
            names = "--java-home",
            paramLabel = "DIR",
            description = "the JDK of the servers; default: the one that runs the laboratory")
    private @Nullable Path javaHome;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "a further setting of every server")
    private Map<String, String> serverSettings = new TreeMap<>();

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "load before each measured window")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "each measured window; with FILE 3s where this is not given")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "3",
            description = "runs of each point that is compared; an answer needs 3 that count")
    private int repeats;

    @Option(
            names = "--retries",
            paramLabel = "N",
            defaultValue = "2",
            description = "how often a run that does not count is made again")
    private int retries;

    @Option(
            names = "--objective",
            paramLabel = "TEXT",
            defaultValue = "tp99<10ms",
            description = "the limit that the answer has to keep")
    private String objective = "";

    @Option(names = "--strict", description = "a provisional answer is a failure, too")
    private boolean strict;

    @Mixin
    private UsersSeededOption usersSeeded = new UsersSeededOption();

    @Option(
            names = "--call",
            paramLabel = "METHOD",
            split = ",",
            defaultValue = "find-user-info,query-items,query-items-io-cpu",
            description = "methods that calibration, search and validation are about; queryItems in either layout")
    private List<String> calls = List.of();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            defaultValue = "20m",
            converter = DurationConverter.class,
            description = "about how long search may measure")
    private Duration budget = Duration.ZERO;

    /** What is to be measured, as it was asked for on the command line. */
    abstract List<Experiments.Entry> experiments();

    /** Measures all of the experiments. */
    final int measureAll() throws IOException, InterruptedException {
        return measure(job());
    }

    /** Whether a profiler samples the servers. */
    boolean isProfiled() {
        return false;
    }

    /**
     * Sizes a described service.
     *
     * @param rate calls per second to carry; null for the most throughput
     * @param points values of each knob on a grid; null to search
     */
    final int sizeService(ServiceDescription service, @Nullable Integer rate, @Nullable Integer points)
            throws IOException, InterruptedException {
        return measure(describedJob(service, rate, points));
    }

    private DescribedJob describedJob(ServiceDescription service, @Nullable Integer rate, @Nullable Integer points) {
        for (String option : OF_OUR_SERVICE) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(
                        spec.commandLine(), option + " (expected: without FILE alone, as it is about our own service)");
            }
        }
        try {
            Machine machine = Wiring.thisMachine();
            Objective described = service.objective();
            boolean told = spec.commandLine().getParseResult().hasMatchedOption("--objective");
            Objective kept = described == null || told ? Objective.parseTp99(objective) : described;
            SizingPlan plan = new SizingPlan(rate, points, budget, seconds(warmup), windowSeconds());
            plan.requireFittingLoad(service);
            SizingExperiment experiment = new SizingExperiment(service, plan);
            return new DescribedJob(
                    service,
                    plan.name(),
                    plan.question(),
                    experiment,
                    plan.carry(),
                    new Conditions(kept, corePlan(machine).withoutRedis(), 0, false),
                    machine,
                    noise().asked(),
                    patience().within(experiment.estimate()),
                    commandLine());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private double windowSeconds() {
        return spec.commandLine().getParseResult().hasMatchedOption("--duration") ? seconds(duration) : SEARCH_SECONDS;
    }

    /** An answer is; so is a provisional one unless it is not enough, and none where nothing was to be recommended. */
    @Override
    final boolean isGood(LabResult result) {
        NoAnswer why = result.answer().whyNone();
        return switch (result.answer().outcome()) {
            case ANSWER -> true;
            case PROVISIONAL -> !strict;
            case NONE ->
                why != null
                        && why.cause() == NoAnswer.Cause.NOTHING_TO_RECOMMEND
                        && result.measured().runs().stream().anyMatch(LabRun::isValid);
        };
    }

    private Job job() {
        try {
            Load load = new Load(
                    new ClosedLoop(users, 0, seconds(rejectBackoff)),
                    Map.of(),
                    connections,
                    seconds(warmup),
                    seconds(duration),
                    seconds(timeout),
                    usersSeeded.count(),
                    null);
            Machine machine = Wiring.thisMachine();
            CorePlan cores = corePlan(machine);
            return new Job(
                    experiments(),
                    new ExperimentOptions(
                            sizes,
                            load,
                            repeats,
                            new ServerTemplate(serverSettings(), serverJdk()),
                            new Scope(calls(), budget)),
                    new Conditions(Objective.parseTp99(objective), cores, retries, isProfiled()),
                    redis().pinnedTo(cores.redisCpus()),
                    machine,
                    noise().asked(),
                    patience().within(budget),
                    this::commandLine);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** The methods asked for. */
    final List<ServiceCall> calls() {
        try {
            return calls.stream().map(ServiceCall::named).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Settings of every server that were asked for. */
    final Map<String, String> serverSettings() {
        Map<String, String> settings = new TreeMap<>(
                weight == null ? Map.of() : CallWeight.named(weight).settings());
        settings.putAll(serverSettings);
        return settings;
    }

    private @Nullable String serverJdk() {
        return javaHome == null
                ? null
                : Jdk.at(javaHome.toAbsolutePath()).home().toString();
    }

    /** The command that makes one experiment again; the password of a Redis stays out of it. */
    private String commandLine(String name) {
        StringBuilder text =
                new StringBuilder("java -jar perf-tests/target/multipool-lab.jar run --experiment " + name);
        if (!sizes.isEmpty()) {
            text.append(" --sizes ").append(sizes.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        text.append(" --call ").append(String.join(",", calls));
        text.append(" --budget ").append(DurationText.format(budget));
        text.append(" --users ").append(users);
        text.append(" --connections ").append(connections);
        text.append(" --warmup ").append(DurationText.format(warmup));
        text.append(" --duration ").append(DurationText.format(duration));
        text.append(" --timeout ").append(DurationText.format(timeout));
        text.append(" --reject-backoff ").append(DurationText.format(rejectBackoff));
        if (weight != null) {
            text.append(" --weight ").append(weight);
        }
        if (javaHome != null) {
            text.append(" --java-home ").append(javaHome);
        }
        serverSettings.forEach(
                (key, value) -> text.append(" --set ").append(key).append('=').append(value));
        text.append(" --repeats ").append(repeats);
        text.append(" --retries ").append(retries);
        text.append(" --objective '").append(objective).append('\'');
        text.append(strict ? " --strict" : "");
        text.append(isProfiled() ? " --profile" : "");
        text.append(" --users-seeded ").append(usersSeeded.count());
        return text.append(machineArguments()).toString();
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
