package dev.multipool.perf.validation;

import dev.multipool.capacity.calibration.Prediction;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.calibration.CalibrationExperiment;
import dev.multipool.perf.calibration.CalibrationRuns;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.ServiceCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Does the model tell what other sizes, loads and cores would do?
 *
 * <p><b>Question.</b> How far is a prediction made from runs on one core from what is then measured, on that core and on
 * more?
 *
 * <p><b>Hypothesis.</b> Throughput within 5 % off the knee and 10 % at it, CPU within 5 points, TP99 within 15 % below 85 %
 * CPU.
 *
 * <p><b>Setup.</b> Calibration on one core; predictions, written to {@code predictions-METHOD.csv} before anything of it is
 * measured; then these configurations: far below the knee, at it, past it, one narrow outer pool, and for nested pools one
 * narrow inner one, on one core, on all cores of the server, and on all cores of the machine; then the calibration once more.
 * Where the server shares its cores with the generator and Redis, their CPU time per call is added to the calls'. Runs with
 * foreign load don't count, and none counts when CPU per call drifted between the two calibrations.
 *
 * <p><b>Reading the result.</b> <i>bound</i> and <i>network</i> are what the formulas alone say. Cores that the server has for
 * itself and cores that it shares with the generator and Redis are judged apart: there, every hop of a call may wait for a core.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar validate --weight published}, on a machine
 * without other work.
 */
public final class ValidationExperiment implements Experiment {
    public static final String NAME = "validation";

    private static final String KNEE = "knee";
    private static final int WIDE = 100;
    private static final double MOST_DRIFT = 0.05;
    private static final int CONFIGURATIONS = 4;
    private static final int MOST_USERS = 400;

    private final ExperimentOptions options;

    public ValidationExperiment(ExperimentOptions options) {
        this.options = options;
    }

    @Override
    public int plannedRuns() {
        int compared = (2 * CalibrationRuns.loads() + 2 * CONFIGURATIONS) * options.repeats();
        return options.scope().calls().size() * (1 + compared);
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.shared(options.load(), CONFIGURATIONS);
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        for (ServiceCall call : options.scope().calls()) {
            try {
                validate(call, session, findings, tables);
            } catch (IllegalArgumentException e) {
                findings.add(CalibrationExperiment.none(FindingCode.NOT_VALIDATED, call, e));
            }
        }
        return new Findings(
                Answer.none(session.objective(), session.cores(), "a validation recommends nothing"), findings, tables);
    }

    private void validate(ServiceCall call, Session session, List<Finding> findings, List<Table> tables)
            throws InterruptedException {
        CalibrationRuns calibration = new CalibrationRuns(call, options);
        List<RunSettings> before = calibration.on(session.cores(), 1);
        session.screen(List.of(calibration.warmUp(before)));
        session.compare(before, options.repeats());
        ServiceProfile profile = CalibrationExperiment.profile(call, options, session, before);
        findings.add(CalibrationExperiment.finding(call, profile));
        ServiceProfile sharing = profile.withFurtherCpu(
                millisPerCall(session, before, run -> run.figures().use().generatorCpuCores()),
                millisPerCall(session, before, run -> run.details().cores().redisCpuCores()));
        List<Claim> claims = claims(call, session, profile, sharing);
        session.keep("predictions-" + call.word() + ".csv", csv(call, claims));
        session.say("predictions of " + claims.size() + " configurations are written");
        List<PointSummary> measured =
                session.compare(claims.stream().map(Claim::settings).toList(), options.repeats());
        List<RunSettings> after = CalibrationRuns.onceMore(before);
        session.compare(after, options.repeats());
        double drift =
                CalibrationExperiment.profile(call, options, session, after).cpuMillis() / profile.cpuMillis() - 1;
        ValidationTable table = new ValidationTable(call, session.cores(), claims, measured, drift, MOST_DRIFT);
        tables.add(table.table());
        findings.addAll(table.findings());
    }

    /** CPU time of another process for a call, in that of these runs in which it was least. */
    private static double millisPerCall(
            Session session, List<RunSettings> points, Function<LabRun, @Nullable Double> cores) {
        return session.runs().stream()
                .filter(run -> run.isValid() && points.contains(run.settings()))
                .filter(run -> cores.apply(run) != null)
                .mapToDouble(run -> 1e3
                        * Objects.requireNonNull(cores.apply(run))
                        / run.figures().counts().throughputPerSecond())
                .min()
                .orElse(0);
    }

    private List<Claim> claims(ServiceCall call, Session session, ServiceProfile profile, ServiceProfile sharing) {
        Set<Integer> numbers = new LinkedHashSet<>(
                List.of(1, session.cores().serverCores(), session.cores().machineCores()));
        List<Claim> claims = new ArrayList<>();
        for (int cores : numbers) {
            boolean shared = cores > session.cores().serverCores();
            ServiceProfile here = shared ? sharing : profile;
            double saturating = here.saturatingUsers(cores);
            claims.add(claim(call, session, here, profile, cores, "below", wide(call), 0.5 * saturating));
            claims.add(claim(call, session, here, profile, cores, KNEE, wide(call), saturating));
            claims.add(claim(call, session, here, profile, cores, "past", wide(call), 3 * saturating));
            String narrow = call.pools().get(call.pools().size() > 1 ? 1 : 0);
            Map<String, Integer> sizes = new LinkedHashMap<>(wide(call));
            sizes.put(narrow, narrow(here, narrow, cores));
            claims.add(claim(call, session, here, profile, cores, "narrow " + narrow, sizes, 2 * saturating));
        }
        return claims;
    }

    private static Map<String, Integer> wide(ServiceCall call) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        call.pools().forEach(pool -> sizes.put(pool, WIDE));
        return sizes;
    }

    /** Half of what the cores could keep busy. */
    private static int narrow(ServiceProfile profile, String pool, int cores) {
        return Math.max(1, (int) Math.round(0.5 * cores * profile.call().holdingMillis(pool) / profile.cpuMillis()));
    }

    private Claim claim(
            ServiceCall call,
            Session session,
            ServiceProfile onTheseCores,
            ServiceProfile alone,
            int cores,
            String name,
            Map<String, Integer> sizes,
            double users) {
        int whole = (int) Math.min(MOST_USERS, Math.max(1, Math.round(users)));
        Variant variant = call.server(options.servers(), sizes).named(name + ", " + call.label(sizes));
        RunSettings settings = new RunSettings(
                new PointPosition(
                        "validation, " + call.word() + ", " + cores + (cores == 1 ? " core" : " cores"),
                        "server",
                        name),
                pinned(variant, session, cores),
                call.of(options.warmLoad()).with(new ClosedLoop(whole, 0, options.rejectBackoffSeconds())),
                List.of());
        Prediction prediction = Prediction.predict(onTheseCores, CpuModel.inTurns(cores), sizes, whole);
        // the generator's and Redis' part of the busy cores is not the server's
        double further = prediction.tps() * (onTheseCores.cpuMillis() - alone.cpuMillis()) / 1e3;
        return new Claim(
                settings, prediction, cores, prediction.result().cpu().busyCores() - further, name.equals(KNEE));
    }

    private static Variant pinned(Variant variant, Session session, int cores) {
        if (cores <= session.cores().serverCores()) {
            return CalibrationRuns.pinned(variant, session.cores(), cores);
        }
        String all = IntStream.range(0, cores).mapToObj(String::valueOf).collect(Collectors.joining(","));
        return session.cores().serverCpus() == null ? variant : variant.onCpus(all, null);
    }

    private static String csv(ServiceCall call, List<Claim> claims) {
        StringBuilder csv =
                new StringBuilder("cores,server,users,bound,network,tps,tps_low,tps_high,tp99_ms,cpu_cores\n");
        for (Claim claim : claims) {
            Prediction prediction = claim.prediction();
            csv.append(String.format(
                    Locale.ROOT,
                    "%d,\"%s\",%d,%.1f,%.1f,%.1f,%.1f,%.1f,%.3f,%.3f\n",
                    claim.cores(),
                    claim.settings().place().label() + ": " + call.label(prediction.threads()),
                    prediction.users(),
                    prediction.bound(),
                    prediction.network(),
                    prediction.tps(),
                    prediction.tpsLow(),
                    prediction.tpsHigh(),
                    prediction.p99Millis(),
                    claim.serverCpuCores()));
        }
        return csv.toString();
    }
}
