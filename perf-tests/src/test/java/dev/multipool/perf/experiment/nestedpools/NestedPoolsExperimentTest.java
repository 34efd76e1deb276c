package dev.multipool.perf.experiment.nestedpools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.published.PublishedTable;
import dev.multipool.laboratory.report.ConsoleReport;
import dev.multipool.laboratory.report.HtmlReport;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load.Items;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.result.RunSettings;
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

class NestedPoolsExperimentTest {
    @Test
    void run_crowdsEveryPairThenSearchesThePublishedAndTheBestOfTheGrid() throws InterruptedException {
        Session session = session(NestedPoolsExperimentTest::madeUp);

        Findings findings = experiment(List.of(), 2).run(session);

        List<LabRun> crowded = stage(session, "100 users, as heavy as published");
        assertThat(crowded).hasSize(16).allSatisfy(run -> {
            RunSettings settings = run.settings();
            assertThat(settings.load().demand()).isEqualTo(new ClosedLoop(100, 0, 0.01));
            assertThat(settings.load().mix()).isEqualTo(Map.of("query-items", 1));
            assertThat(settings.load().items()).isEqualTo(new Items(5, 1000));
            assertThat(settings.load().times().timeoutSeconds()).isEqualTo(10);
            assertThat(settings.variant().server())
                    .containsEntry("mock.delay", "lognormal:1ms,cv=0.5")
                    .containsEntry("redis.seed-items", "1000")
                    .containsKey("methods.query-items.convert-cpu");
        });
        assertThat(crowded.get(0).settings().variant().server())
                .containsEntry("pools.common", "fixed:threads=5,queue=10000")
                .containsEntry("pools.select", "fixed:threads=25,queue=10000");
        // 7 users keep 10 ms: 4, 8, 6, 7
        assertThat(stage(session, "search, (8,12)"))
                .extracting(run -> run.settings().load().demand().describe())
                .containsExactly("4 users", "8 users", "6 users", "7 users");
        assertThat(stage(session, "search, (6,18)")).isNotEmpty();
        assertThat(stage(session, "search, (6,6)")).isEmpty();
        assertThat(stage(session, "largest load")).hasSize(12);
        assertThat(findings.answer().text())
                .isEqualTo(
                        "largest load with TP99 < 10 ms: common,select 8,12, 7 users, 812 TPS, TP99 8.0 ms, measured on"
                                + " 1 core");
    }

    @Test
    void sizes_leaveOnlyPairsWithTheseCommonThreads() throws InterruptedException {
        Session session = session(NestedPoolsExperimentTest::madeUp);

        NestedPoolsExperiment experiment = experiment(List.of(8), 1);
        experiment.run(session);

        assertThat(experiment.plannedRuns()).isEqualTo(6);
        assertThat(session.runs())
                .hasSize(6)
                .allSatisfy(run -> assertThat(run.settings().variant().name()).isEqualTo("common-select (8,12)"));
    }

    @Test
    void tables_tellThreadStatesAndStandBesideThePublished() throws InterruptedException {
        Findings findings = experiment(List.of(), 1).run(session(NestedPoolsExperimentTest::madeUp));

        assertThat(MadeUpResults.texts(findings.tables().get(0)))
                .contains(List.of(
                        "8,12", "812", "123", "20.0", "97", "1.2", "100", "760", "100", "90", published("8,12")));
        assertThat(findings.tables().get(0).caption())
                .contains("2 machines of 2 cores")
                .contains("measured on 1 core.");
        assertThat(MadeUpResults.texts(findings.tables().get(1)))
                .contains(
                        List.of("8,12", "common", "10", "50", "0", "0", "0", "40", "6.0", "3.0", "12.0"),
                        List.of("8,12", "select", "20", "0", "40", "0", "0", "40", "6.0", "3.0", "12.0"));
        assertThat(findings.findings())
                .extracting(Finding::text)
                .contains(
                        "Under 100 users with (8,12), common threads spent 50 % of their time in joins. They were idle for"
                                + " 40 %; select threads were idle for 40 %. Each busy common thread kept 1.0 select threads busy.");
    }

    @Test
    void run_whenNoPairKeepsTheLimit_answersThat() throws InterruptedException {
        Session session = session(trial -> MadeUpResults.run(trial, 100, 11, Map.of()));

        Findings findings = experiment(List.of(8), 1).run(session);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.NONE);
        assertThat(findings.answer().text()).startsWith("no pair kept TP99 < 10 ms under any load");
        assertThat(MadeUpResults.texts(findings.tables().get(2)))
                .containsExactly(List.of("common-select (8,12)", "none", "1", "", ""));
    }

    @Test
    void result_passesTheSchemaAndMakesAPage() throws InterruptedException, IOException {
        Session session = session(NestedPoolsExperimentTest::madeUp);
        Findings findings = experiment(List.of(5), 1).run(session);
        LabResult result = MadeUpResults.of("nested-pools", findings, session.runs());

        String json = new ResultFile().toJson(result);

        assertThat(json).contains("\"joinWaitSeconds\"").contains("\"perCall\"");
        assertThat(new HtmlReport(new ResultFile()).render(result)).contains("What the threads did under 100 users");
        assertThat(ConsoleReport.lines(result))
                .anySatisfy(line -> assertThat(line).contains("5,25"));
    }

    /** (8,12) and of the grid (6,18) answer most; 7 users keep 10 ms. */
    private static LabRun madeUp(Trial trial) {
        int users = trial.settings().load().demand() instanceof ClosedLoop closed ? closed.users() : 0;
        int throughput =
                switch (trial.settings().variant().name()) {
                    case "common-select (8,12)" -> 812;
                    case "common-select (6,18)" -> 700;
                    default -> 600;
                };
        return MadeUpResults.withPools(
                MadeUpResults.run(trial, throughput, users <= 7 ? 8 : 20, Map.of()),
                MadeUpResults.pool("common", 10, 0),
                MadeUpResults.pool("select", 0, 8));
    }

    private static String published(String pair) {
        return PublishedTable.read("nested-pools").rows().stream()
                .filter(row -> pair.equals(row.get("common") + "," + row.get("select")))
                .findFirst()
                .orElseThrow()
                .getOrDefault("finding", "");
    }

    private static List<LabRun> stage(Session session, String stage) {
        return session.runs().stream()
                .filter(run -> run.settings().place().stage().equals(stage))
                .toList();
    }

    private static NestedPoolsExperiment experiment(List<Integer> sizes, int repeats) {
        return new NestedPoolsExperiment(
                new ExperimentOptions(sizes, MadeUpResults.LOAD, repeats, new ServerTemplate(Map.of(), null)));
    }

    private static Session session(TrialRunner runner) {
        return CalmSession.begin(
                runner,
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                40,
                () -> Instant.EPOCH,
                line -> {});
    }
}
