package dev.multipool.perf.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.ExperimentOptions.Scope;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.search.SearchExperiment;
import dev.multipool.perf.search.SimulatedRunner;
import dev.multipool.perf.service.ServerTemplate;
import dev.multipool.perf.service.ServiceCall;
import dev.multipool.perf.validation.ValidationExperiment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("once")
class CalibrationExperimentTest {
    private static final ExperimentOptions OPTIONS = new ExperimentOptions(
            List.of(),
            MadeUpResults.LOAD,
            1,
            new ServerTemplate(Map.of("methods.query-items.convert-cpu", "50us"), null),
            new Scope(List.of(ServiceCall.QUERY_ITEMS), Duration.ofMinutes(1)));

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void run_measuresThreeLoads_andSaysWhatACallNeeds() throws InterruptedException {
        Session session = session(CpuModel.inTurns(1));

        Findings findings = new CalibrationExperiment(OPTIONS).run(session);

        assertThat(session.runs())
                .extracting(run -> PoolComparison.users(run.settings()))
                .containsExactly(10, 3, 1);
        // 0.3 on the event loop and 5 * (4 * 0.1 + 4 * 0.05)
        assertThat(findings.findings())
                .singleElement()
                .extracting(Finding::text)
                .asString()
                .matches("A call of query-items takes 3[.](29|30).* up to [0-3][.].* in throughput .*");
        assertThat(MadeUpResults.texts(findings.tables().get(0))).hasSize(3);
        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.NONE);
    }

    @Test
    void run_ofWhichNoRunCounts_saysSo_insteadOfLosingTheRuns() throws InterruptedException {
        Session session = CalmSession.begin(
                trial -> MadeUpResults.invalid(MadeUpResults.run(trial, 100, 5, Map.of()), "EINTERNAL"),
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                1,
                () -> Instant.EPOCH,
                line -> {});

        assertThat(new CalibrationExperiment(OPTIONS).run(session).findings())
                .extracting(Finding::text)
                .containsExactly(
                        "No profile of query-items could be made (runs: none that counts (expected: at least one,"
                                + " the reasons stand at each run)).");
        assertThat(new ValidationExperiment(OPTIONS).run(session).findings())
                .singleElement()
                .extracting(Finding::text)
                .asString()
                .startsWith("The model of query-items was not validated (runs: none");
        assertThat(new SearchExperiment(OPTIONS).run(session).answer())
                .returns(AnswerOutcome.NONE, Answer::outcome)
                .extracting(answer -> Objects.requireNonNull(answer.whyNone()).cause())
                .isEqualTo(NoAnswer.Cause.NO_WINDOW_COUNTS);
    }

    @Test
    void points_coverEveryNumberOfCoresOfTheServer() {
        CorePlan plan = CorePlan.of(List.of(0, 1, 2, 3, 4, 5, 6, 7), true, 4);

        List<RunSettings> points = new CalibrationRuns(ServiceCall.FIND_USER_INFO, OPTIONS).onEveryNumberOfCores(plan);

        assertThat(points).hasSize(9);
        assertThat(points)
                .extracting(point -> String.valueOf(point.variant().cpus()))
                .containsExactly("0", "0", "0", "0,1", "0,1", "0,1", "null", "null", "null");
        assertThat(points.get(8).place().stage()).isEqualTo("calibration, find-user-info, 4 cores");
    }

    @Test
    void runsThatDoNotCount_areLeftOut() throws InterruptedException {
        Session session = session(CpuModel.inTurns(1));
        CalibrationRuns runs = new CalibrationRuns(ServiceCall.QUERY_ITEMS, OPTIONS);
        session.measure(runs.on(session.cores(), 1), 1);
        LabRun run = session.runs().get(0);

        assertThat(runs.measured(
                        List.of(run, MadeUpResults.disturbed(run), MadeUpResults.invalid(run, "EINTERNAL")),
                        session.cores()))
                .hasSize(1)
                .first()
                .satisfies(measured -> {
                    assertThat(measured.pools()).hasSize(3);
                    assertThat(measured.pool("select").cpuMillis()).isBetween(0.07, 0.08);
                });
    }

    static Session session(CpuModel machine) {
        return CalmSession.begin(
                new SimulatedRunner(
                        machine,
                        trial -> queryItems(CalibrationRuns.threads(
                                ServiceCall.QUERY_ITEMS, trial.settings().variant()))),
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                1,
                () -> Instant.EPOCH,
                line -> {});
    }

    private static SimulatedService queryItems(Map<String, Integer> threads) {
        Program conversion = Program.start().cpu(Delay.constant(0.1));
        Program query = Program.start().cpu(Delay.constant(0.05)).io(Delay.exponential(1));
        Program item = Program.start().fork("select", 4, conversion).fork("select", 4, query);
        return SimulatedService.of(Program.start()
                        .cpu(Delay.constant(0.3))
                        .on("business", Program.start().fork("common", 5, item)))
                .pool("business", ServiceCall.pool(threads, "business"))
                .pool("common", ServiceCall.pool(threads, "common"))
                .pool("select", ServiceCall.pool(threads, "select"))
                .network(Delay.constant(0.4))
                .build();
    }
}
