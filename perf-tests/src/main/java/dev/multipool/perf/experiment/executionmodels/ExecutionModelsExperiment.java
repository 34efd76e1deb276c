package dev.multipool.perf.experiment.executionmodels;

import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.service.CallWeight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The same handler on platform threads, on virtual ones and on none.
 *
 * <p><b>Question.</b> Which execution model gives findUserInfo the most throughput, and which TP99, when all let the
 * same number of calls in?
 *
 * <p><b>Hypothesis.</b> A call of findUserInfo waits once, for Redis. Without a thread of its own it needs neither a
 * hand-off nor a wake-up: asynchronous handling saves CPU time, which shows where a call is light. Where a call is
 * heavy the saving is lost in the work itself. Virtual threads cost less than platform threads once many wait, more
 * than none.
 *
 * <p><b>Setup.</b> Four servers: a platform pool with as many threads as calls may be in flight, a small platform pool
 * with a queue, virtual threads with a limit, and asynchronous handling. At most 200 calls are in flight in each
 * ({@code methods.find-user-info.max-in-flight} and the pool's bounds), and no load has more users: nothing is
 * rejected. With each weight and under each number of users all four are measured interleaved, forwards and backwards.
 * All servers run on one JDK, of 21 or newer; on an older one virtual threads are left out, and the result says so.
 *
 * <p><b>Reading the result.</b> Compare within one stage only. Asynchronous handling burns a call's CPU time on the
 * event loop, of which there is one: on more than one core a heavy call is then bound to that core, which is what the
 * model means and not an accident of the setup.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment execution-models
 * --java-home DIR}, where DIR holds a JDK of 21 or newer.
 */
public final class ExecutionModelsExperiment implements Experiment {
    public static final String NAME = "execution-models";

    private static final int LIMIT = 200;
    private static final int SMALL_POOL = 16;
    private static final List<Integer> USERS = List.of(8, 32, LIMIT);
    private static final String METHOD = "methods.find-user-info.";

    private final ExperimentOptions options;
    private final boolean virtualThreads;
    private final List<CallWeight> weights;

    public ExecutionModelsExperiment(ExperimentOptions options) {
        this(options, options.servers().jdk());
    }

    ExecutionModelsExperiment(ExperimentOptions options, Jdk jdk) {
        this.options = options;
        this.virtualThreads = jdk.hasVirtualThreads();
        this.weights = CallWeight.setOr(options.servers(), List.of(CallWeight.LIGHT, CallWeight.PUBLISHED));
    }

    @Override
    public int plannedRuns() {
        return weights.size() * USERS.size() * models().size() * options.repeats();
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.shared(options.load(), USERS.size());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        Answer answer = Answer.none(session.objective(), session.cores(), "nothing was measured");
        if (!virtualThreads) {
            findings.add(Finding.of(FindingCode.VIRTUAL_THREADS_LEFT_OUT)
                    .with(FindingFigure.JDK_VERSION, Jdk.FIRST_WITH_VIRTUAL_THREADS));
        }
        for (CallWeight weight : weights) {
            List<PointSummary> all = session.compare(points(weight), options.repeats());
            for (int users : USERS) {
                String stage = stage(weight, users);
                List<PointSummary> points = all.stream()
                        .filter(point -> point.settings().place().stage().equals(stage))
                        .toList();
                findings.addAll(PoolComparison.findings(points));
                tables.add(PoolComparison.table(PoolComparison.capital(stage), points));
            }
            answer = PoolComparison.answer(session, all, weight.describe());
        }
        return new Findings(answer, findings, tables);
    }

    private static String stage(CallWeight weight, int users) {
        return weight.describe() + ", " + users + " users";
    }

    /** Model by model, as the loads of one share a server. */
    private List<RunSettings> points(CallWeight weight) {
        return models().stream()
                .flatMap(model -> USERS.stream()
                        .map(users -> new RunSettings(
                                new PointPosition(stage(weight, users), "model", model.name()),
                                model.with(weight.settings()),
                                options.load().with(new ClosedLoop(users, 0, options.rejectBackoffSeconds())),
                                List.of())))
                .toList();
    }

    private List<Variant> models() {
        String platform = "fixed:threads=" + LIMIT;
        List<Variant> models = new ArrayList<>(List.of(
                model("platform " + LIMIT, platform, "blocking"),
                model(
                        "platform " + SMALL_POOL + " + queue",
                        "fixed:threads=" + SMALL_POOL + ",queue=" + (LIMIT - SMALL_POOL),
                        "blocking"),
                model("async", platform, "async")));
        if (virtualThreads) {
            models.add(model("virtual " + LIMIT, "virtual:threads=" + LIMIT, "virtual"));
        }
        return models;
    }

    private Variant model(String name, String pool, String execution) {
        return options.servers()
                .variant(name, pool)
                .with(Map.of(METHOD + "execution", execution, METHOD + "max-in-flight", String.valueOf(LIMIT)));
    }
}
