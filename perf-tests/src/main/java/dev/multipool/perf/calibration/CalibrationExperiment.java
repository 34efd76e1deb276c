package dev.multipool.perf.calibration;

import dev.multipool.capacity.calibration.Calibration;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.ServiceCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A few short runs, out of which a model of the service is made.
 *
 * <p><b>Question.</b> What does a call need: how much CPU time on which pool, how long does it wait, what is outside of
 * the server?
 *
 * <p><b>Hypothesis.</b> CPU time grows by the same amount with each call; waits are the same under every load. Where that
 * is wrong the profile misses the runs that it was made from, and says by how much.
 *
 * <p><b>Setup.</b> For each number of cores that the server can have, three closed loops: nearly idle, busy and
 * saturated. All pools are larger than what is ever busy.
 *
 * <p><b>Reading the result.</b> The table has each run beside what the profile says of it. The largest miss is the band
 * of every prediction made from it; more cores may change the service in ways that fewer don't show.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar calibrate --call query-items --profile
 * profile.yaml}.
 */
public final class CalibrationExperiment implements Experiment {
    public static final String NAME = "calibration";

    private final ExperimentOptions options;

    public CalibrationExperiment(ExperimentOptions options) {
        this.options = options;
    }

    @Override
    public int plannedRuns() {
        return options.scope().calls().size() * CalibrationRuns.loads() * options.repeats();
    }

    @Override
    public Duration timeOfARun() {
        return RunTimes.shared(options.load(), CalibrationRuns.loads());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        for (ServiceCall call : options.scope().calls()) {
            CalibrationRuns runs = new CalibrationRuns(call, options);
            List<RunSettings> points = runs.onEveryNumberOfCores(session.cores());
            List<PointSummary> measured = session.compare(points, options.repeats());
            try {
                ServiceProfile profile = profile(call, options, session, points);
                findings.add(finding(call, profile));
                tables.add(new ModelBeside(call, profile)
                        .table(
                                "The profile of " + call.word() + " on the runs that it was made from",
                                measured,
                                CpuModel.inTurns(session.cores().serverCores()),
                                session.cores()));
            } catch (IllegalArgumentException e) {
                findings.add(none(FindingCode.NOT_PROFILED, call, e));
            }
        }
        return new Findings(
                Answer.none(session.objective(), session.cores(), "a profile recommends nothing by itself"),
                findings,
                tables);
    }

    /**
     * The profile out of a session's runs of these points.
     *
     * @throws IllegalArgumentException when too few of them count
     */
    public static ServiceProfile profile(
            ServiceCall call, ExperimentOptions options, Session session, List<RunSettings> points) {
        List<LabRun> made = session.runs().stream()
                .filter(run -> points.contains(run.settings()))
                .toList();
        return Calibration.fit(
                call.shape(call.work(options.servers())),
                new CalibrationRuns(call, options).measured(made, session.cores()));
    }

    /** What a call needs, and how well the profile knows it. */
    public static Finding finding(ServiceCall call, ServiceProfile profile) {
        return Finding.of(FindingCode.PROFILED)
                .about(Subject.METHOD, call.word())
                .with(FindingFigure.CPU_MILLIS_PER_CALL, profile.cpuMillis())
                .with(FindingFigure.POOL_CPU_MILLIS_PER_CALL, profile.call().allCpuMillis())
                .with(FindingFigure.OUTSIDE_CPU_MILLIS_PER_CALL, profile.outsideMillis())
                .with(FindingFigure.THROUGHPUT_ERROR, profile.missed().tps())
                .with(FindingFigure.P99_ERROR, profile.missed().p99());
    }

    /** That there is no profile. */
    public static Finding none(FindingCode code, ServiceCall call, IllegalArgumentException why) {
        return Finding.of(code)
                .about(Subject.METHOD, call.word())
                .about(Subject.ERROR, String.valueOf(why.getMessage()));
    }
}
