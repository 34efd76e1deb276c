package dev.multipool.laboratory.judge;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Evidence;
import dev.multipool.laboratory.result.Interval;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.Trial.Processes;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.laboratory.search.SizingExperiment;
import dev.multipool.laboratory.search.SizingPlan;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lets our search look for the answer on a service whose answer is known, in made-up time. */
final class SearchJudge {
    private static final double WARMUP_SECONDS = 3;
    private static final double WINDOW_SECONDS = 2;

    private final Truth truth;
    private final double most;
    private final ServiceDescription description;
    private Instant now = Instant.EPOCH;
    /** One process runs at a time, with these sizes; none at first. */
    private Map<String, String> running = Map.of();
    /** What it was measured with, as long as all was asked of fresh processes. */
    private final Set<RunSettings> onFresh = new HashSet<>();

    private boolean fresh;

    SearchJudge(Truth truth) {
        this.truth = truth;
        this.most = NoisyService.most(truth);
        this.description = DescriptionReader.parse(Path.of("judged.yaml"), describe(truth));
    }

    /** Of a load by another program no rate is searched, which the judge knows nothing of. */
    private static String describe(Truth truth) {
        return """
                service: {start: 'java Judged.java {port}', ready: {log: up}}
                knobs:
                %s
                load: {command: 'wrk -c{users} -d{seconds} {port}', parser: wrk}
                """.formatted(IntStream.range(0, truth.knobs().size())
                .mapToObj(knob -> "  %s: {range: %d..%d, start: %d, env: K%d}"
                        .formatted(
                                truth.knobs().get(knob),
                                truth.range(knob)[0],
                                truth.range(knob)[1],
                                start(truth.range(knob)),
                                knob))
                .collect(Collectors.joining("\n")));
    }

    private static int start(int[] range) {
        return (int) Math.round(Math.sqrt((double) range[0] * range[1]));
    }

    /** Judges one search; empty where it ended without any recommendation. */
    Optional<Judged> judge(long seed, Duration budget) throws InterruptedException {
        now = Instant.EPOCH;
        running = Map.of();
        onFresh.clear();
        NoisyService service = new NoisyService(truth, seed);
        Session session = CalmSession.begin(
                new TrialRunner() {
                    @Override
                    public LabRun run(Trial trial) {
                        return SearchJudge.this.run(trial, service);
                    }

                    @Override
                    public int countReady(RunSettings settings) {
                        return isReady(settings) ? 1 : 0;
                    }
                },
                new Session.Conditions(
                        Objective.tp99Below(Duration.ofNanos(Math.round(1e6 * truth.limitMillis()))),
                        MadeUpResults.TWO_CORES,
                        0,
                        false),
                1,
                () -> now,
                line -> {});
        SizingPlan plan = new SizingPlan(null, null, budget, WARMUP_SECONDS, WINDOW_SECONDS);
        Answer answer = new SizingExperiment(description, plan).run(session).answer();
        Evidence evidence = answer.recommendation().evidence();
        Interval throughput = evidence == null ? null : evidence.throughputPerSecond();
        return session
                .pointsOf(
                        session.runs().stream().map(LabRun::settings).distinct().toList())
                .stream()
                .filter(answer::isOf)
                .findFirst()
                .map(point -> Judged.of(
                        truth,
                        most,
                        setting(point),
                        service.windows(),
                        answer.outcome() == AnswerOutcome.ANSWER,
                        throughput == null ? new Interval(0, 0, 0) : throughput));
    }

    private boolean isReady(RunSettings settings) {
        return fresh && settings.variant().server().equals(running) && !onFresh.contains(settings);
    }

    private LabRun run(Trial trial, NoisyService service) {
        Load load = trial.settings().load();
        Map<String, String> values = trial.settings().variant().server();
        boolean isFresh = trial.processes() == Processes.FRESH;
        boolean stays = isFresh ? isReady(trial.settings()) : values.equals(running);
        now = now.plus(stays ? RunTimes.ofAWarmRun(load) : RunTimes.of(load));
        if (!stays) {
            service.start();
            running = values;
            onFresh.clear();
        }
        fresh = isFresh && (fresh || !stays);
        onFresh.add(trial.settings());
        Truth.Point point = service.measure(sizes(values), users(load));
        return MadeUpResults.run(trial, point.throughput(), point.tailMillis(), Map.of());
    }

    private Truth.Setting setting(PointSummary point) {
        return new Truth.Setting(
                sizes(point.settings().variant().server()),
                users(point.settings().load()));
    }

    private List<Integer> sizes(Map<String, String> values) {
        return truth.knobs().stream()
                .map(knob -> Integer.valueOf(values.getOrDefault(knob, "")))
                .toList();
    }

    private static int users(Load load) {
        return ((ClosedLoop) load.demand()).users();
    }
}
