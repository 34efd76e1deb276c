package dev.multipool.laboratory.result;

import dev.multipool.bench.machine.Environment;
import dev.multipool.bench.machine.GcPauses;
import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult.CorrectedResponseTime;
import dev.multipool.bench.result.LoadResult.Counts;
import dev.multipool.bench.result.LoadResult.CurvePoint;
import dev.multipool.bench.result.LoadResult.Disturbance;
import dev.multipool.bench.result.LoadResult.Noise;
import dev.multipool.bench.result.LoadResult.Outcome;
import dev.multipool.bench.result.LoadResult.Raw;
import dev.multipool.bench.result.LoadResult.Resources;
import dev.multipool.bench.result.LoadResult.Schedule;
import dev.multipool.bench.result.LoadResult.SecondTail;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.bench.result.LoadResult.Times;
import dev.multipool.bench.result.LoadResult.Use;
import dev.multipool.bench.result.Percentiles;
import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.machine.CoreSetup;
import dev.multipool.laboratory.machine.SchedulingGroups;
import dev.multipool.laboratory.machine.SchedulingGroups.Group;
import dev.multipool.laboratory.machine.SpinTime;
import dev.multipool.laboratory.machine.cores.AwakeBy;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import dev.multipool.laboratory.process.ScheduledThreads;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.DescribedFacts.Asked;
import dev.multipool.laboratory.result.DescribedFacts.KnobFacts;
import dev.multipool.laboratory.result.DescribedFacts.Protocol;
import dev.multipool.laboratory.result.LabResult.RedisUsed;
import dev.multipool.laboratory.result.LabResult.Setup;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.sampling.RunProfile;
import dev.multipool.laboratory.sampling.RunProfile.Flame;
import dev.multipool.laboratory.sampling.SampledPool;
import dev.multipool.laboratory.sampling.SampledPool.States;
import dev.multipool.laboratory.sampling.StateDifference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Results that nobody measured, for tests. */
public final class MadeUpResults {
    public static final Objective OBJECTIVE = Objective.tp99Below(Duration.ofMillis(10));
    public static final CorePlan TWO_CORES = CorePlan.of(List.of(0, 1), true, 0);
    public static final CoreSetup MACHINE = new CoreSetup(
            AwakeBy.KERNEL_POLLING,
            "this is a virtual machine",
            true,
            5,
            true,
            true,
            "this is a virtual machine",
            new SchedulingGroups(
                    true, true, List.of(new Group("autogroup-7", 4711, 0, List.of("the laboratory", "Redis")))),
            List.of());

    public static final Load LOAD = new Load(new ClosedLoop(32, 0, 0.01), Map.of(), 4, 10, 10, 1, 10_000, null);

    /** Of a run whose server was not watched. */
    private static final RunDetails UNWATCHED =
            new RunDetails(0, List.of(), new RunDetails.Cores(null, null, null, List.of()), null, List.of());

    private static final Map<String, Integer> POOLS_OF_ITEMS = Map.of("business", 8, "common", 25, "select", 63);

    /** A knob of each kind. */
    public static final List<KnobFacts> KNOBS = List.of(
            new KnobFacts("tomcat", new KnobWay.Environment("SERVER_TOMCAT_THREADS_MAX")),
            new KnobFacts("x", new KnobWay.Property("x")),
            new KnobFacts("threads", new KnobWay.Flag("--container-threads")),
            new KnobFacts("word", new KnobWay.Placeholder()),
            new KnobFacts("file", new KnobWay.File(Path.of("/etc/app.conf.in"), Path.of("/tmp/a:b/app.conf"))),
            new KnobFacts("hikari", new KnobWay.JmxAttribute("com.zaxxer.hikari:type=Pool (*)", "MaximumPoolSize")),
            new KnobFacts("jmx", new KnobWay.JmxOperation("app:type=Pool", "resize")),
            new KnobFacts(
                    "http",
                    new KnobWay.Http("PUT", "http://127.0.0.1:{port}/pool", "{\"size\":{value}}", "application/json")));

    private MadeUpResults() {}

    /** A fixed pool of that name. */
    public static PoolSettings business(int threads, int queue) {
        return PoolSettings.parse("business", "fixed:threads=" + threads + ",queue=" + queue);
    }

    /** Two runs of each size; 8 threads are the smallest within 2 % of the best that keeps 10 ms. */
    public static LabResult sweep() {
        List<LabRun> runs = new ArrayList<>(List.of(
                run(1, 1, 2, 3105, 11.4),
                run(2, 1, 4, 5680, 8.3),
                run(3, 1, 8, 8420, 6.1),
                run(4, 1, 16, 8533, 7.9),
                run(5, 1, 24, 8311, 11.8),
                run(6, 1, 32, 8105, 14.2),
                run(7, 2, 32, 7940, 15.9),
                run(8, 2, 24, 8290, 12.6),
                run(9, 2, 16, 8460, 8.4),
                run(10, 2, 8, 8390, 6.6),
                run(11, 2, 4, 5742, 8.1)));
        runs.add(disturbed(run(12, 2, 2, 2950, 12.9)));
        return of(OBJECTIVE, runs);
    }

    /** Load curves of two kinds, pairs of common and select, and profiled runs: all that a page can show. */
    public static LabResult everything() {
        List<LabRun> runs = new ArrayList<>();
        for (int users : List.of(8, 16, 32, 64)) {
            runs.add(profiled(run(
                    new Trial(runs.size() + 1, 1, atUsers("fixed 8", users)), 50.0 * users, users / 4.0, Map.of())));
            runs.add(run(
                    new Trial(runs.size() + 1, 1, atUsers("cached 200", users)), 45.0 * users, users / 2.5, Map.of()));
        }
        for (int common : List.of(5, 10)) {
            for (int select : List.of(10, 20)) {
                runs.add(profiled(run(
                        new Trial(runs.size() + 1, 1, pair(common, select)),
                        30.0 * common + 10 * select,
                        60.0 / select + common,
                        Map.of())));
            }
        }
        runs.add(withPools(runs.remove(runs.size() - 1), pool("business", 4, 2), pool("prices", 0, 6)));
        PointSummary most = PointSummary.of(runs).get(2);
        return of(
                "everything",
                new Findings(
                        Candidate.of(List.of(most)).stream()
                                .findFirst()
                                .map(chosen -> Answer.of(OBJECTIVE, chosen, TWO_CORES, "most users: fixed 8"))
                                .orElseThrow(),
                        List.of(Finding.of(FindingCode.SERVER_MEASURED)
                                .about(Finding.Subject.STAGE, "light weight, 32 users")
                                .about(Finding.Subject.SERVER, "fixed 8")
                                .with(FindingFigure.CALLS_PER_SECOND, 1600)
                                .with(FindingFigure.P99_MILLIS, 8)),
                        List.of(new Table(
                                "Beside the published figures",
                                "Of another machine.",
                                List.of(
                                        new Table.Column("pool", Table.Origin.KEY),
                                        new Table.Column("TPS", Table.Origin.OURS),
                                        new Table.Column("TPS", Table.Origin.PUBLISHED)),
                                List.of(
                                        List.of(Cell.word("fixed 8"), Cell.whole(1600), Cell.published("2400")),
                                        List.of(Cell.word("cached 200"), Cell.whole(1440), Cell.published("1900")))))),
                runs);
    }

    /** A search for two methods, one with a window that does not count; the cores' speed moved meanwhile. */
    public static LabResult search() {
        List<LabRun> runs = new ArrayList<>(List.of(
                atSpeed(finalOfUserInfo(1, 8405, 6.3), new ServerSpeed(1, 200_000, null, null)),
                atSpeed(finalOfUserInfo(2, 8420, 6.1), new ServerSpeed(1, 200_000, null, null)),
                finalOfUserInfo(3, 8390, 6.6),
                finalOfItems(4, 1040, 8.1),
                finalOfItems(5, 1052, 8.3),
                finalOfItems(6, 1061, 8.2),
                disturbed(atSpeed(finalOfItems(7, 871, 14.2), new ServerSpeed(1, 240_000, null, null)))));
        return search(runs, List.of(best("find-user-info", runs.get(0), runs), best("query-items", runs.get(3), runs)));
    }

    /** The second method has two windows that differ much, and more that do not count; the third has nothing. */
    public static LabResult provisionalSearch() {
        List<LabRun> runs = new ArrayList<>(List.of(
                finalOfUserInfo(1, 8405, 6.3),
                finalOfUserInfo(2, 8420, 6.1),
                finalOfUserInfo(3, 8390, 6.6),
                finalOfItems(4, 700, 2.1),
                finalOfItems(5, 1400, 8.3),
                disturbed(finalOfItems(6, 871, 14.2)),
                disturbed(finalOfItems(7, 890, 11.8)),
                disturbed(finalOfItems(8, 650, 21.5))));
        return search(
                runs,
                List.of(
                        best("find-user-info", runs.get(0), runs),
                        best("query-items", runs.get(3), runs),
                        MethodAnswer.none("query-items-io-cpu", NoAnswer.nothingKeeps(OBJECTIVE))));
    }

    /** Both methods broke the objective. */
    public static LabResult fruitlessSearch() {
        NoAnswer why = NoAnswer.nothingKeeps(OBJECTIVE);
        Answer answer = Answer.none(OBJECTIVE, TWO_CORES, why, "nothing")
                .withMethods(List.of(MethodAnswer.none("find-user-info", why), MethodAnswer.none("query-items", why)));
        return of(
                "search",
                new Findings(answer, List.of(), List.of()),
                List.of(finalOfUserInfo(1, 8405, 16.3), finalOfItems(2, 1040, 28.1)));
    }

    /** The rows of a table as people see them. */
    public static List<List<String>> texts(Table table) {
        return table.rows().stream()
                .map(row -> row.stream().map(Cell::text).toList())
                .toList();
    }

    private static LabResult search(List<LabRun> runs, List<MethodAnswer> methods) {
        Candidate first = Candidate.of(PointSummary.of(runs)).get(0);
        return of(
                "search",
                new Findings(
                        Answer.of(OBJECTIVE, first, TWO_CORES, "the best pools").withMethods(methods),
                        List.of(Finding.of(FindingCode.MODEL_PROPOSED)
                                .about(Finding.Subject.METHOD, "find-user-info")
                                .about(Finding.Subject.POOLS, "business 14")
                                .with(FindingFigure.USERS, 24)
                                .with(FindingFigure.SIMULATIONS, 31)),
                        List.of()),
                runs);
    }

    private static MethodAnswer best(String method, LabRun run, List<LabRun> runs) {
        Candidate best = Candidate.of(PointSummary.of(runs).stream()
                        .filter(point -> point.settings().equals(run.settings()))
                        .toList())
                .get(0);
        List<Shortfall> missing = Gate.findShortfalls(OBJECTIVE, best.evidence());
        boolean complete = missing.isEmpty();
        return new MethodAnswer(
                method,
                AnswerOutcome.lacking(missing),
                new MethodAnswer.Settings(
                        new MethodAnswer.MeasuredSetting(
                                best.variant().name(),
                                new TreeMap<>(method.equals("query-items") ? POOLS_OF_ITEMS : Map.of("business", 16)),
                                24,
                                best.throughput(),
                                best.p99Millis(),
                                best.evidence(),
                                null),
                        null),
                missing,
                null,
                new MethodAnswer.Hints(
                        new Verdict(
                                Verdict.Cause.SERVER_CORES,
                                null,
                                Map.of(Verdict.Measure.SERVER_CORES_USED, 0.97, Verdict.Measure.SERVER_CORES, 1.0),
                                null),
                        new NextStep(NextStep.Action.TRY_SERVER, "async", 24, 1.05 * best.throughput(), 5.1, null)),
                new MethodAnswer.Prediction(
                        complete ? new MethodAnswer.Predicted(4, "business 61", 96, 31_120, 28_400, 33_900) : null,
                        complete ? null : new Shortfall(Shortfall.Condition.PROFILE, 0.22, 0.15)));
    }

    private static LabRun finalOfUserInfo(int number, double throughputPerSecond, double p99Millis) {
        return finalRun("find-user-info", "business 16", number, throughputPerSecond, p99Millis);
    }

    private static LabRun finalOfItems(int number, double throughputPerSecond, double p99Millis) {
        return finalRun("query-items", "business 8, common 25, select 63", number, throughputPerSecond, p99Millis);
    }

    private static LabRun finalRun(
            String method, String pools, int number, double throughputPerSecond, double p99Millis) {
        RunSettings settings = new RunSettings(
                new PointPosition("finals of " + method, "server", pools),
                Variant.of(pools, business(16, 1000)),
                LOAD.with(new ClosedLoop(24, 0, 0.01)),
                List.of());
        return run(new Trial(number, number, settings), throughputPerSecond, p99Millis, Map.of());
    }

    private static RunSettings atUsers(String name, int users) {
        return new RunSettings(
                new PointPosition(name, "users", String.valueOf(users)),
                Variant.of(name, business(8, 1000)),
                LOAD.with(new ClosedLoop(users, 0, 0.01)),
                List.of());
    }

    private static RunSettings pair(int common, int select) {
        return new RunSettings(
                new PointPosition("100 users", "common,select", common + "," + select),
                Variant.of("common-select (" + common + "," + select + ")", business(200, 1000))
                        .with(Map.of(
                                "pools.common",
                                "fixed:threads=" + common + ",queue=1000",
                                "pools.select",
                                "fixed:threads=" + select + ",queue=1000")),
                LOAD.calling("query-items", new Load.Items(5, 1000)).with(new ClosedLoop(100, 0, 0.01)),
                List.of());
    }

    /** With what a profiler would have seen of a pool of 8 threads, and what was made of it. */
    public static LabRun profiled(LabRun run) {
        List<CurvePoint> curve = new ArrayList<>();
        for (double slower = 100; slower > 0.01; slower /= 1.5) {
            curve.add(new CurvePoint(
                    100 - slower, run.figures().times().responseTime().p50Millis() * (1 + Math.log(100 / slower))));
        }
        curve.add(new CurvePoint(100, run.figures().times().responseTime().maxMillis()));
        RunDetails details = new RunDetails(
                0,
                List.of(new ScheduledThreads("business", 10, 6.5, 1.5, 20_000, 3_000)),
                new RunDetails.Cores(
                        0.11,
                        0.02,
                        new ServerSpeed(1, 210_000, 2_000.0, 150.0),
                        List.of(new SpinTime(0, 201_300), new SpinTime(1, 199_800))),
                new RunProfile(
                        "ctimer",
                        9.9,
                        "run-01.jfr",
                        List.of(
                                new Flame("CPU, all threads", "cpu", null, "run-01-cpu.html"),
                                new Flame(
                                        "wall clock, pool business", "wall", "business", "run-01-wall-business.html")),
                        List.of("lock contention, all threads: java.io.IOException: no space left"),
                        List.of(new SampledPool(
                                "business",
                                10,
                                9_900,
                                new States(0.4, new SampledPool.States.Waiting(0, 0.25, 0, 0.02), 0.03, 0.2, 0.1, 0),
                                List.of(
                                        new StateDifference("idle", 0.43, 0.4),
                                        new StateDifference("io", 0.25, 0.27))))),
                List.of(
                        new Verdict(Verdict.Cause.LOAD, null, Map.of(Verdict.Measure.USERS, 32.0), null),
                        new Verdict(
                                Verdict.Cause.POOL_OVERSIZED,
                                "business",
                                Map.of(
                                        Verdict.Measure.THREADS,
                                        10.0,
                                        Verdict.Measure.IDLE_SHARE,
                                        0.4,
                                        Verdict.Measure.THREADS_ENOUGH,
                                        6.0),
                                null)));
        return withDetails(withPools(withCurve(run, curve), pool("business", 0, 5)), details);
    }

    private static LabRun withCurve(LabRun run, List<CurvePoint> curve) {
        Figures figures = run.figures();
        return new LabRun(
                run.identity(),
                run.settings(),
                new Figures(
                        figures.counts(),
                        new Times(
                                figures.times().responseTime(),
                                curve,
                                figures.times().corrected(),
                                figures.times().secondTails()),
                        figures.schedule(),
                        figures.noise(),
                        figures.use(),
                        figures.server()),
                run.server(),
                run.details(),
                run.environment(),
                run.invalidReasons());
    }

    /** The same on cores of this speed. */
    public static LabRun atSpeed(LabRun run, @Nullable ServerSpeed speed) {
        return withDetails(
                run, new RunDetails(0, List.of(), new RunDetails.Cores(null, null, speed, List.of()), null, List.of()));
    }

    private static LabRun withDetails(LabRun run, RunDetails details) {
        return new LabRun(
                new LabRun.Identity(
                        run.identity().number(),
                        run.identity().repeat(),
                        run.identity().startedAt(),
                        run.identity().measured()),
                run.settings(),
                run.figures(),
                run.server(),
                details,
                run.environment(),
                run.invalidReasons());
    }

    /** A sweep's result. */
    public static LabResult of(Objective objective, List<LabRun> runs) {
        return of(
                "business-pool-sweep",
                new Findings(Answer.smallestPool(objective, PointSummary.of(runs), TWO_CORES), List.of(), List.of()),
                runs);
    }

    public static LabResult of(String experiment, Findings findings, List<LabRun> runs) {
        return of(
                experiment,
                findings,
                TWO_CORES,
                new RedisUsed("embedded", "7.0.15", "embedded Redis 7.0.15: no engine for a container"),
                null,
                runs);
    }

    private static LabResult of(
            String experiment,
            Findings findings,
            CorePlan cores,
            @Nullable RedisUsed redis,
            @Nullable DescribedFacts service,
            List<LabRun> runs) {
        CoreSetup machine = service == null ? MACHINE : CoreSetup.UNKNOWN;
        return LabResult.of(
                experiment,
                "Which one is best?",
                findings,
                new Setup(
                        "2026-11-21T03:10:00Z",
                        268.4,
                        "java -jar perf-tests/target/multipool-lab.jar "
                                + (service == null ? "run --experiment " + experiment : "search service.yaml"),
                        cores,
                        redis,
                        service,
                        machine),
                runs);
    }

    /** A search for a service of others, with one knob; of the second stage no run counts, and a third setting was left out. */
    public static LabResult described() {
        Asked asked =
                Asked.by(Protocol.HTTP_2, true, new TreeMap<>(Map.of("GET /products/{id}", 3, "POST /orders <b>", 1)));
        List<LabRun> runs = new ArrayList<>();
        for (int users : List.of(8, 16, 32)) {
            runs.add(described(runs.size() + 1, "search", Map.of("threads", "25"), users, loadOfOthers(users, null)));
            runs.add(described(runs.size() + 1, "search", Map.of("threads", "63"), users, loadOfOthers(users, null)));
        }
        runs.add(disturbed(described(runs.size() + 1, "finals", Map.of("threads", "63"), 32, loadOfOthers(32, null))));
        return service("shop", asked, List.of(KNOBS.get(2)), runs, List.of());
    }

    /** The same with a knob of each kind, loaded by a program that is not ours. */
    public static LabResult describedUnderWrk() {
        Map<String, String> settings = new TreeMap<>();
        KNOBS.forEach(knob -> settings.put(knob.name(), "63"));
        LoadEngine wrk =
                new LoadEngine(LoadEngine.Program.WRK, LoadEngine.Loop.CLOSED, LoadEngine.Stalls.MAY_BE_HIDDEN);
        return service(
                "shop",
                Asked.by(wrk.program(), List.of("wrk", "-c{users}", "-d{seconds}s", "http://127.0.0.1:{port}/it's")),
                KNOBS,
                List.of(described(1, "search", settings, 8, loadOfOthers(8, wrk))),
                List.of());
    }

    /** No setting could be measured; one was to carry 300 calls per second. */
    public static LabResult describedInVain() {
        return service(
                "shop",
                Asked.by(Protocol.GRPC, false, Map.of("shop.Shop/Find", 1)),
                List.of(KNOBS.get(2)),
                List.of(),
                List.of(Finding.of(FindingCode.SETTING_ENDED_THE_SERVICE)
                        .about(Finding.Subject.SETTING, "threads=25")
                        .about(Finding.Subject.ERROR, "the service ended on its own; its last lines: [no memory]")));
    }

    static LabResult service(
            String name, Asked asked, List<KnobFacts> knobs, List<LabRun> runs, List<Finding> findings) {
        Answer answer = Candidate.of(PointSummary.of(runs)).stream()
                .max(Comparator.comparingDouble(Candidate::throughput))
                .map(best -> Answer.of(OBJECTIVE, best, TWO_CORES.withoutRedis(), name + ": the best"))
                .orElseGet(() ->
                        Answer.none(OBJECTIVE, TWO_CORES.withoutRedis(), NoAnswer.everySettingLeftOut(1), "left out"));
        return of(
                "size-service",
                new Findings(answer, findings, List.of()),
                TWO_CORES.withoutRedis(),
                null,
                new DescribedFacts(
                        name,
                        List.of("java", "-jar", "shop it.jar", "--port", "{port}"),
                        null,
                        asked,
                        knobs,
                        runs.isEmpty() ? 300 : null),
                runs);
    }

    static Load loadOfOthers(int users, @Nullable LoadEngine engine) {
        return new Load(
                new ClosedLoop(users, 0, 0.1),
                Map.of("GET /products/{id}", 1),
                users,
                new Load.Times(3, 2, engine == null ? 10.0 : null),
                null,
                null,
                null,
                engine);
    }

    private static LabRun described(int number, String stage, Map<String, String> settings, int users, Load load) {
        double threads = Double.parseDouble(settings.values().iterator().next());
        RunSettings made = new RunSettings(
                new PointPosition(
                        stage,
                        String.join(", ", settings.keySet()),
                        String.join(", ", settings.values()) + " / "
                                + load.demand().describe()),
                new Variant(new Setting(settings).toString(), settings, null, null, null, null, false),
                load,
                List.of());
        return run(new Trial(number, 1, made), Math.min(25, users) * 20 + threads, users / 4.0, Map.of());
    }

    /** A fixed pool of a sweep under 32 users. */
    public static RunSettings settings(int threads) {
        return new RunSettings(
                new PointPosition("pool sizes", "threads", String.valueOf(threads)),
                Variant.of("fixed " + threads, business(threads, 1000)).with(Map.of("server.event-loops", "1")),
                LOAD,
                List.of());
    }

    public static LabRun run(int number, int repeat, int threads, double throughputPerSecond, double p99Millis) {
        return run(new Trial(number, repeat, settings(threads)), throughputPerSecond, p99Millis, Map.of());
    }

    /** What a runner would have measured. */
    public static LabRun run(Trial trial, double throughputPerSecond, double p99Millis, Map<String, Long> errors) {
        return run(trial, throughputPerSecond, p99Millis, p99Millis * 1.2, errors);
    }

    /** The same with a TP99 of its own for the closed loop without coordinated omission. */
    public static LabRun run(
            Trial trial,
            double throughputPerSecond,
            double p99Millis,
            double correctedP99Millis,
            Map<String, Long> errors) {
        boolean closed = trial.settings().load().demand() instanceof ClosedLoop;
        Figures figures = new Figures(
                new Counts(
                        10.002,
                        Math.round(throughputPerSecond * 10),
                        throughputPerSecond,
                        new Outcome(
                                Math.round(throughputPerSecond * 10),
                                throughputPerSecond,
                                errors.getOrDefault("ELIMIT", 0L),
                                errors.values().stream()
                                                .mapToLong(Long::longValue)
                                                .sum()
                                        - errors.getOrDefault("ELIMIT", 0L)),
                        errors,
                        0,
                        List.of()),
                new Times(
                        percentiles(p99Millis),
                        List.of(),
                        closed ? new CorrectedResponseTime(p99Millis * 0.45, percentiles(correctedP99Millis)) : null,
                        // one second of four is a quarter slower than all
                        Stream.of(0.8, 1.25, 0.97, 0.98)
                                .map(of -> new SecondTail(0, 1, Math.round(throughputPerSecond), of * p99Millis))
                                .toList()),
                new Schedule(
                        closed ? null : new Sending(1000, 995, 5, percentiles(0.4), percentiles(p99Millis * 0.9)),
                        List.of()),
                new Noise(
                        new Raw(
                                10.6,
                                Math.round(throughputPerSecond * 10.2),
                                throughputPerSecond * 0.96,
                                percentiles(p99Millis * 1.3),
                                errors,
                                0),
                        new Disturbance(106, 6, 2, 61.5, 0.11)),
                new Use(
                        0.61,
                        0.97,
                        new Resources(
                                0.01, 0.03, new GcPauses(3, 6, 3), new GcPauses(12, 30, 4), 250_000.0, 900_000.0)),
                new Figures.ServerSide(
                        errors.containsKey("ELIMIT") ? Map.of("POOL_FULL", errors.get("ELIMIT")) : Map.of(),
                        trial.settings().variant().cpuQuota() == null ? null : 0.25));
        return new LabRun(
                new LabRun.Identity(trial.number(), trial.repeat(), "2026-11-21T03:10:12Z", true),
                trial.settings(),
                figures,
                new LabRun.ServerTelling(List.of(), null, null),
                UNWATCHED,
                new Environment(
                        1,
                        "Some CPU @ 2.60GHz",
                        "Linux 6.1.0",
                        "Debian 17.0.15+6",
                        List.of("-Xms256m", "-Xmx256m"),
                        "ab55595-dirty",
                        "2026-11-21T03:10:02Z"),
                List.of());
    }

    private static Percentiles percentiles(double p99Millis) {
        return new Percentiles(
                p99Millis * 0.45, p99Millis * 0.7, p99Millis, p99Millis * 1.9, p99Millis * 3.1, p99Millis * 0.5);
    }

    /** One that does not count, and whose figures are nobody's. */
    public static LabRun invalid(LabRun run, String errorCode) {
        return run.discardedFor(List.of(InvalidReason.ofErrors(Map.of(errorCode, 1L), List.of())));
    }

    /** One that does not count, since the machine was not calm. */
    public static LabRun disturbed(LabRun run) {
        return run.discardedFor(List.of(InvalidReason.of(Fault.FOREIGN_LOAD)
                .with(InvalidReason.Measure.CORES_USED, 0.31)
                .with(InvalidReason.Measure.LIMIT_CORES, 0.1)));
    }

    /** The same with what a server's pools would have told. */
    public static LabRun withPools(LabRun run, PoolLedger... pools) {
        return new LabRun(
                new LabRun.Identity(
                        run.identity().number(),
                        run.identity().repeat(),
                        run.identity().startedAt(),
                        run.identity().measured()),
                run.settings(),
                run.figures(),
                new LabRun.ServerTelling(
                        List.of(pools),
                        List.of(
                                new PoolEdge(
                                        "business",
                                        "connections",
                                        0,
                                        new PoolEdge.Counts(1000, 1000, 20, 0.3, 4),
                                        new PoolEdge.Held(0, 4, 10),
                                        PoolEdge.Kind.BORROWS),
                                new PoolEdge(
                                        "business",
                                        "prices",
                                        0,
                                        new PoolEdge.Counts(1000, 5000, 1000, 2, 0),
                                        new PoolEdge.Held(0, 6, 10),
                                        PoolEdge.Kind.SUBMITS)),
                        run.server().pauses()),
                run.details(),
                run.environment(),
                run.invalidReasons());
    }

    /** A pool of 10 threads in a window of 2 s: 1000 tasks that took 12 ms and were queued for 3 ms on average. */
    public static PoolLedger pool(String name, double joinWaitSeconds, double ioWaitSeconds) {
        double cpuSeconds = 12 - joinWaitSeconds - ioWaitSeconds;
        return new PoolLedger(
                name,
                "fixed:threads=10,queue=1000",
                2,
                new PoolLedger.Tasks(990, 10, 50, 3, 6.0),
                new ThreadTime(12, cpuSeconds, joinWaitSeconds, ioWaitSeconds, 0, 0, 8));
    }
}
