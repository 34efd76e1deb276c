package dev.multipool.perf.experiment.executionmodels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.service.ServerTemplate;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExecutionModelsExperimentTest {
    private static final ExperimentOptions OPTIONS =
            new ExperimentOptions(List.of(), MadeUpResults.LOAD, 2, new ServerTemplate(Map.of(), "/jdk"));

    @Test
    void run_comparesFourModelsWithOneLimitOnOneJdk() throws InterruptedException {
        Session session = session();

        Findings findings = new ExecutionModelsExperiment(OPTIONS, new Jdk(Path.of("/jdk"), 25)).run(session);

        // 2 weights x 3 numbers of users x 4 models x 2 repeats
        assertThat(session.runs()).hasSize(48).allSatisfy(run -> {
            assertThat(run.settings().variant().javaHome()).isEqualTo("/jdk");
            assertThat(run.settings().variant().server()).containsEntry("methods.find-user-info.max-in-flight", "200");
        });
        assertThat(session.runs().subList(0, 15))
                .extracting(run -> run.settings().place().label() + " / " + PoolComparison.users(run.settings()))
                .containsExactly(
                        "platform 200 / 8",
                        "platform 200 / 32",
                        "platform 200 / 200",
                        "platform 16 + queue / 8",
                        "platform 16 + queue / 32",
                        "platform 16 + queue / 200",
                        "async / 8",
                        "async / 32",
                        "async / 200",
                        "virtual 200 / 8",
                        "virtual 200 / 32",
                        "virtual 200 / 200",
                        "virtual 200 / 200",
                        "virtual 200 / 32",
                        "virtual 200 / 8");
        assertThat(findings.findings())
                .extracting(Finding::text)
                .startsWith(
                        "Platform 200 answered 1000 calls/s with a TP99 of 5.0 ms (light weight, 8 users).",
                        "Platform 16 + queue answered 1000 calls/s with a TP99 of 5.0 ms (light weight, 8 users).",
                        "Async answered 2000 calls/s with a TP99 of 5.0 ms (light weight, 8 users).",
                        "Virtual 200 answered 1000 calls/s with a TP99 of 5.0 ms (light weight, 8 users).");
        assertThat(findings.answer().text()).contains("published weight: async under 8 users, 2000 TPS");
        assertThat(new ResultFile().toJson(MadeUpResults.of("execution-models", findings, session.runs())))
                .contains("virtual:threads=200");
    }

    @Test
    void run_onAnOlderJdk_leavesVirtualThreadsOutAndSaysSo() throws InterruptedException {
        Session session = session();

        Findings findings = new ExecutionModelsExperiment(OPTIONS, new Jdk(Path.of("/jdk"), 17)).run(session);

        assertThat(session.runs())
                .extracting(run -> run.settings().variant().name())
                .doesNotContain("virtual 200");
        assertThat(findings.findings().get(0).text()).startsWith("Virtual threads were left out");
    }

    private static LabRun madeUp(Trial trial) {
        boolean async = trial.settings().variant().name().equals("async");
        return MadeUpResults.run(trial, async ? 2000 : 1000, 5, Map.of());
    }

    private static Session session() {
        return CalmSession.begin(
                ExecutionModelsExperimentTest::madeUp,
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                48,
                () -> Instant.EPOCH,
                line -> {});
    }
}
