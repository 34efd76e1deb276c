package dev.multipool.perf.experiment.iocpusplit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.ServerTemplate;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IoCpuSplitExperimentTest {
    @Test
    void run_comparesEverySplitOnceAtEachRatio() throws InterruptedException {
        Session session = session(IoCpuSplitExperimentTest::madeUp);

        experiment().run(session);

        // one core: 3 sizes of io x 2 of cpu, since cores + 1 = 2 x cores; and 2 pairs
        assertThat(session.runs()).hasSize(3 * 8);
        List<LabRun> first = session.runs().subList(0, 8);
        assertThat(first)
                .extracting(run -> run.settings().variant().name())
                .containsExactly(
                        "io-cpu (1,1)",
                        "io-cpu (1,2)",
                        "io-cpu (2,1)",
                        "io-cpu (2,2)",
                        "io-cpu (3,1)",
                        "io-cpu (3,2)",
                        "common-select (2,2)",
                        "common-select (8,12)");
        assertThat(first.get(4).settings().variant().server())
                .containsEntry("methods.query-items.layout", "io-cpu")
                .containsEntry("pools.io", "fixed:threads=3,queue=10000")
                .containsEntry("pools.cpu", "fixed:threads=1,queue=10000")
                .containsEntry("mock.delay", "constant:250us")
                .containsEntry("methods.query-items.convert-cpu", "200us");
        assertThat(session.runs().get(23).settings().place().stage()).isEqualTo("I/O : CPU = 32 : 1");
    }

    @Test
    void run_tellsTheWinnerAndWhetherTheRuleOfThumbFoundIt() throws InterruptedException {
        Findings findings = experiment().run(session(IoCpuSplitExperimentTest::madeUp));

        assertThat(findings.findings())
                .extracting(Finding::text)
                .containsExactly(
                        "At I/O : CPU = 1 : 1, io-cpu (2,2) answered most: 400 calls/s. Of the I/O and CPU splits, io-cpu (2,2)"
                                + " was the best, with 100 % of that.",
                        "At I/O : CPU = 1 : 1, the rule of thumb found the best of the splits: io-cpu (2,2). It answered 100 %"
                                + " of the most and 100 % of the best split.",
                        "At I/O : CPU = 8 : 1, common-select (8,12) answered most: 500 calls/s. Of the I/O and CPU splits,"
                                + " io-cpu (3,1) was the best, with 60 % of that.",
                        "At I/O : CPU = 8 : 1, the rule of thumb missed the best of the splits with io-cpu (2,2). It answered"
                                + " 40 % of the most and 67 % of the best split.",
                        "At I/O : CPU = 32 : 1, common-select (8,12) answered most: 500 calls/s. Of the I/O and CPU splits,"
                                + " io-cpu (3,1) was the best, with 60 % of that.",
                        "At I/O : CPU = 32 : 1, the rule of thumb missed the best of the splits with io-cpu (2,2). It answered"
                                + " 40 % of the most and 67 % of the best split.");
        assertThat(findings.answer().text())
                .isEqualTo(
                        "largest throughput with TP99 < 10 ms: common-select (8,12), 500 TPS, TP99 9.0 ms, at I/O : CPU ="
                                + " 8 : 1, measured on 1 core");
        assertThat(MadeUpResults.texts(findings.tables().get(0)))
                .contains(List.of("io-cpu (2,2)", "400", "100 %", "4.1", "9.0", "0.97", "rule of thumb"))
                .contains(List.of("common-select (8,12)", "150", "38 %", "4.1", "9.0", "0.97", ""));
    }

    @Test
    void run_whenNothingCounts_comparesNothing() throws InterruptedException, IOException {
        Session session = session(trial -> MadeUpResults.invalid(madeUp(trial), "EINTERNAL"));

        Findings findings = experiment().run(session);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.NONE);
        assertThat(findings.findings())
                .extracting(Finding::code)
                .hasSize(3)
                .containsOnly(FindingCode.STAGE_WITHOUT_RUNS);
        assertThat(new ResultFile().toJson(MadeUpResults.of("io-cpu-split", findings, session.runs())))
                .contains("no run counts");
    }

    /** Equal work suits the rule of thumb; more I/O wants more threads that wait. */
    private static LabRun madeUp(Trial trial) {
        boolean equal = trial.settings().place().stage().equals("I/O : CPU = 1 : 1");
        int throughput =
                switch (trial.settings().variant().name()) {
                    case "io-cpu (2,2)" -> equal ? 400 : 200;
                    case "io-cpu (3,1)" -> 300;
                    case "common-select (8,12)" -> equal ? 150 : 500;
                    default -> 100;
                };
        return MadeUpResults.run(trial, throughput, 9, Map.of());
    }

    private static IoCpuSplitExperiment experiment() {
        return new IoCpuSplitExperiment(
                new ExperimentOptions(List.of(), MadeUpResults.LOAD, 1, new ServerTemplate(Map.of(), null)));
    }

    private static Session session(TrialRunner runner) {
        return CalmSession.begin(
                runner,
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                24,
                () -> Instant.EPOCH,
                line -> {});
    }
}
