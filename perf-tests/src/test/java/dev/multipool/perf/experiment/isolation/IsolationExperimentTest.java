package dev.multipool.perf.experiment.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.published.PublishedTable;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Finding;
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

class IsolationExperimentTest {
    @Test
    void cases_areThePublishedOnes() {
        List<Map<String, String>> published =
                PublishedTable.read("hystrix-isolation").rows();

        assertThat(PublishedCase.ALL).hasSize(11);
        for (int i = 0; i < published.size(); i++) {
            PublishedCase ours = PublishedCase.ALL.get(i);
            assertThat(published.get(i))
                    .containsEntry("case", String.valueOf(ours.number()))
                    .containsEntry("mode", ours.isolated() ? "isolated" : "native")
                    .containsEntry("sleep_ms", String.valueOf(ours.sleepMillis()))
                    .containsEntry("users", String.valueOf(ours.users()));
        }
    }

    @Test
    void run_callsTheMockWithAndWithoutABulkheadAndExpectsRejectsOnlyOfTheExcess() throws InterruptedException {
        Session session = session(IsolationExperimentTest::madeUp);

        experiment().run(session);

        assertThat(session.runs()).hasSize(11).allSatisfy(run -> {
            assertThat(run.settings().load().mix()).isEqualTo(Map.of("mock-delay", 1));
            assertThat(run.settings().variant().server()).containsEntry("pools.business", "cached:core=20,max=200");
        });
        assertThat(session.runs().get(0).settings().variant().server())
                .containsEntry("mock.delay", "constant:5ms")
                .containsEntry("methods.mock-delay.isolation", "none");
        assertThat(session.runs().get(8).settings().variant().server())
                .containsEntry("mock.delay", "constant:320ms")
                .containsEntry("methods.mock-delay.isolation", "threads:10,timeout=1s");
        assertThat(session.runs().get(8).settings().load().demand()).isEqualTo(new ClosedLoop(11, 0, 0.001));
        assertThat(session.runs())
                .filteredOn(run -> !run.settings().expectedErrors().isEmpty())
                .extracting(run -> run.settings().load().demand().describe())
                .containsExactly("11 users", "201 users");
    }

    @Test
    void findings_tellTheCostAndWhoSawTheRejects() throws InterruptedException {
        Findings findings = experiment().run(session(IsolationExperimentTest::madeUp));

        assertThat(findings.findings())
                .extracting(Finding::text)
                .contains(
                        "Calls of a dependency that takes 5.0 ms were measured with and without a bulkhead. With it the"
                                + " server answered 1000 calls/s, without it 1000 calls/s (+0.0 %). A call took 0.970 ms of CPU time"
                                + " with it, and 0.970 ms without it. With all threads always busy, 2000 calls/s would be possible.")
                // 11 users, 30 + 970 calls/s, 970 pauses of 1 ms: (11 - 0.97) / 1000
                .contains(
                        "In case \"9: isolated, 320 ms, 11 users\", 3.0 % of the calls were answered. The client's mean over all"
                                + " calls was 10.0 ms. The server took 320 ms for each call that it served. The client saw 970"
                                + " rejects/s; the server's ledgers counted 960.");
        assertThat(MadeUpResults.texts(findings.tables().get(1)).get(8))
                .isEqualTo(List.of(
                        "9: isolated, 320 ms, 11 users", "3.0", "10.0", "320", "970", "0", "960", "POOL_FULL 9702"));
        assertThat(MadeUpResults.texts(findings.tables().get(0)).get(0))
                .startsWith("1: native, 5 ms, 10 users", "1000.0")
                .endsWith("1536.4");
        assertThat(findings.answer().text()).startsWith("a bulkhead of 10 threads kept TP99 < 10 ms: 1000 TPS");
    }

    @Test
    void result_passesTheSchema() throws InterruptedException, IOException {
        Session session = session(IsolationExperimentTest::madeUp);
        Findings findings = experiment().run(session);

        assertThat(new ResultFile().toJson(MadeUpResults.of("isolation", findings, session.runs())))
                .contains("Who sees the rejects");
    }

    /** Case 9: of 1000 calls/s 30 are answered; nothing is turned away in the others. */
    private static LabRun madeUp(Trial trial) {
        boolean excess = trial.settings().load().demand().describe().equals("11 users");
        LabRun run = excess
                ? MadeUpResults.run(trial, 30, 8, Map.of("ELIMIT", 9702L))
                : MadeUpResults.run(trial, 1000, 8, Map.of());
        return MadeUpResults.withPools(run, ledger("business", 0), ledger("mock", excess ? 1920 : 0));
    }

    private static PoolLedger ledger(String pool, long rejections) {
        return new PoolLedger(
                pool,
                "fixed:threads=10",
                2,
                new PoolLedger.Tasks(60, 0, rejections, 0, null),
                new ThreadTime(19.2, 0.1, 0, 19.1, 0, 0, 1));
    }

    private static IsolationExperiment experiment() {
        return new IsolationExperiment(
                new ExperimentOptions(List.of(), MadeUpResults.LOAD, 1, new ServerTemplate(Map.of(), null)));
    }

    private static Session session(TrialRunner runner) {
        return CalmSession.begin(
                runner,
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                11,
                () -> Instant.EPOCH,
                line -> {});
    }
}
