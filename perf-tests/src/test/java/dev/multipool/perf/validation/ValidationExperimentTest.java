package dev.multipool.perf.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.ExperimentOptions.Scope;
import dev.multipool.perf.search.SimulatedRunner;
import dev.multipool.perf.service.ServerTemplate;
import dev.multipool.perf.service.ServiceCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
@TestInstance(Lifecycle.PER_CLASS)
@Tag("once")
class ValidationExperimentTest {
    private static final ExperimentOptions OPTIONS = new ExperimentOptions(
            List.of(),
            MadeUpResults.LOAD,
            1,
            new ServerTemplate(Map.of(), null),
            new Scope(List.of(ServiceCall.FIND_USER_INFO), Duration.ofMinutes(1)));
    private static final CorePlan FOUR_CORES = CorePlan.of(List.of(0, 1, 2, 3), true, 2);

    /** What was measured, and what was written, in that order. */
    private final List<String> order = new ArrayList<>();

    /** On a machine that disturbs nothing. */
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Findings calm;

    @BeforeAll
    void validate() throws InterruptedException {
        calm = new ValidationExperiment(OPTIONS).run(session(order, run -> run));
    }

    @Test
    void run_writesThePredictionsBeforeItMeasuresThem() {
        Findings findings = calm;

        int written = order.indexOf("predictions-find-user-info.csv");
        assertThat(order.subList(0, written)).startsWith("warm-up, find-user-info");
        assertThat(order.subList(1, written)).allMatch(stage -> stage.equals("calibration, find-user-info, 1 core"));
        assertThat(order.subList(written + 1, order.size() - 3)).allMatch(stage -> stage.startsWith("validation, "));
        assertThat(order.subList(order.size() - 3, order.size())).allMatch(stage -> stage.endsWith(", once more"));
        // one core, two of the server, four of the machine, four configurations each
        assertThat(MadeUpResults.texts(findings.tables().get(0))).hasSize(12);
    }

    @Test
    void run_judgesOwnCoresAlmostExactly_whenTheTruthIsLikeTheModel() {
        Findings findings = calm;

        assertThat(MadeUpResults.texts(findings.tables().get(0)).subList(0, 8))
                .allSatisfy(row -> assertThat(Math.abs(Double.parseDouble(row.get(5))))
                        .as("%s", row)
                        .isLessThan(4))
                .allSatisfy(row -> assertThat(row.get(12)).isEqualTo("yes"));
        assertThat(findings.findings().get(1).text()).isEqualTo("Of 12 configurations of find-user-info, 12 count.");
        assertThat(findings.findings().get(2).text())
                .matches("These are the largest errors for find-user-info on cores that the server has for itself."
                        + " Throughput was off by [0-3][.][0-9] %. .*");
        assertThat(findings.findings().get(3))
                .returns(FindingCode.MODEL_ERRORS_ON_SHARED_CORES, Finding::code)
                .returns("find-user-info", finding -> finding.subjects().get(Subject.METHOD));
    }

    @Test
    void disturbedWindows_areNotJudged() throws InterruptedException {
        Findings findings = new ValidationExperiment(OPTIONS)
                .run(session(
                        new ArrayList<>(),
                        run -> run.settings().place().label().equals("past") ? MadeUpResults.disturbed(run) : run));

        assertThat(findings.findings())
                .extracting(Finding::text)
                .contains("Of 12 configurations of find-user-info, 9 count.");
        assertThat(MadeUpResults.texts(findings.tables().get(0)))
                .filteredOn(row -> row.get(12).equals("no: discarded"))
                .hasSize(3);
    }

    private static Session session(List<String> order, UnaryOperator<LabRun> disturbance) {
        return CalmSession.begin(
                new TrialRunner() {
                    @Override
                    public LabRun run(Trial trial) {
                        order.add(trial.settings().place().stage());
                        return disturbance.apply(new SimulatedRunner(
                                        CpuModel.inTurns(cores(trial.settings().variant())),
                                        made -> service(made.settings().variant()))
                                .run(trial));
                    }

                    @Override
                    public void keep(String fileName, String text) {
                        assertThat(text.lines()).hasSize(13);
                        order.add(fileName);
                    }
                },
                new Conditions(MadeUpResults.OBJECTIVE, FOUR_CORES, 0, false),
                1,
                () -> Instant.EPOCH,
                line -> {});
    }

    private static int cores(Variant variant) {
        String cpus = variant.cpus();
        return cpus == null ? FOUR_CORES.serverCores() : CorePlan.numbers(cpus).size();
    }

    private static SimulatedService service(Variant variant) {
        Program call = Program.start().cpu(Delay.constant(0.4)).io(Delay.logNormal(2.4, 0.3));
        return SimulatedService.of(Program.start().cpu(Delay.constant(0.2)).on("business", call))
                .pool("business", variant.server().getOrDefault("pools.business", ""))
                .network(Delay.constant(0.5))
                .build();
    }
}
