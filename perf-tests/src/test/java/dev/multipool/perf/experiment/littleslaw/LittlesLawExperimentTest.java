package dev.multipool.perf.experiment.littleslaw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.ServerTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LittlesLawExperimentTest {
    @Test
    void cpuMillis_makesEightThreadsUse90PercentOfTheCores() {
        // 8 threads x cpu / (cpu + 30 ms) = 0.9 x cores
        assertThat(8 * share(LittlesLawExperiment.cpuMillis(1))).isCloseTo(0.9, within(1e-9));
        assertThat(8 * share(LittlesLawExperiment.cpuMillis(4))).isCloseTo(3.6, within(1e-9));
        assertThat(LittlesLawExperiment.cpuMillis(64)).isEqualTo(30);
    }

    @Test
    void run_makesTheFourRunsThenPoolsOfTheMeanAndBuffers() throws InterruptedException {
        Session session = session(LittlesLawExperimentTest::madeUp);

        experiment().run(session);

        assertThat(session.runs())
                .extracting(run -> run.settings().requirePool().threads())
                .containsExactly(1, 1, 4, 8, 64, 6, 7, 8, 64);
        assertThat(session.runs().subList(0, 4))
                .extracting(run -> run.settings().load().demand())
                .containsExactly(
                        new ClosedLoop(1, 0, 0.01),
                        new ClosedLoop(10, 0, 0.01),
                        new ClosedLoop(10, 0, 0.01),
                        new ClosedLoop(10, 0, 0.01));
        assertThat(session.runs().get(0).settings().variant().server())
                .containsEntry("methods.find-user-info.cpu", "3803us")
                .containsEntry("methods.find-user-info.wait", "constant:30ms");
        // 5 threads busy for 33.8 ms each
        assertThat(session.runs().get(4).settings().load().demand())
                .isInstanceOfSatisfying(
                        OpenLoop.class, open -> assertThat(open.ratePerSecond()).isEqualTo(148));
    }

    @Test
    void findings_putTheMxBeanBesideThePublishedAndTheIdentity() throws InterruptedException {
        Findings findings = experiment().run(session(LittlesLawExperimentTest::madeUp));

        assertThat(findings.findings())
                .extracting(Finding::text)
                .contains(
                        "In run 3 (10 clients, 4 threads), 10.00 requests were active on average. They spent 60.0 % of their"
                                + " response time in the queue. By the numbers of clients and threads alone, it would be 60.0 %.",
                        "Under random arrivals without a queue, 5.30 requests were active on average, by Little's law. That"
                                + " makes 6 threads; with 20 % to spare it makes 7 threads.",
                        "With 20 % more threads than the mean, they were busy for 75.7 % of their time. Calls spent 20.0 %"
                                + " of their response time in the queue, 8.8 ms on average.");
        assertThat(MadeUpResults.texts(findings.tables().get(0)))
                .contains(List.of("10 clients, 4 threads", "10.00", "60.0", "3000", "97", "10", "60", "2000"));
        assertThat(findings.tables().get(0).caption()).contains("4 cores").contains("measured on 1 core.");
        assertThat(MadeUpResults.texts(findings.tables().get(2)))
                .contains(List.of("7", "1.32", "75.7", "20.0", "8.8", "18.0", "40.0", "100"));
        assertThat(findings.answer().text())
                .isEqualTo(
                        "no pool kept TP99 < 10 ms, as each call waits for 30 ms by itself; a pool of the mean and 20 %"
                                + " more, 7 threads, had TP99 40.0 ms, measured on 1 core");
    }

    @Test
    void run_withoutALedger_comparesNoBuffers() throws InterruptedException {
        Session session = session(trial -> MadeUpResults.run(trial, 100, 40, Map.of()));

        Findings findings = experiment().run(session);

        assertThat(session.runs()).hasSize(5);
        assertThat(findings.tables()).hasSize(2);
    }

    private static double share(double cpuMillis) {
        return cpuMillis / (cpuMillis + 30);
    }

    /** Closed loops of N users on T threads: T busy, N - T queued. Open loops: 5.3 threads busy, a fifth of the time queued. */
    private static LabRun madeUp(Trial trial) {
        int threads = trial.settings().requirePool().threads();
        double busy = 5.3;
        double queued = threads == 64 ? 0 : busy / 4;
        if (trial.settings().load().demand() instanceof ClosedLoop closed) {
            busy = Math.min(threads, closed.users());
            queued = closed.users() - busy;
        }
        PoolLedger ledger = new PoolLedger(
                "business",
                "fixed:threads=" + threads,
                2,
                new PoolLedger.Tasks(300, 0, 0, 2 * queued, null),
                new ThreadTime(2 * busy, busy, 0, busy, 0, 0, 2 * (threads - busy)));
        return MadeUpResults.withPools(MadeUpResults.run(trial, 100, 40, Map.of()), ledger);
    }

    private static LittlesLawExperiment experiment() {
        return new LittlesLawExperiment(
                new ExperimentOptions(List.of(), MadeUpResults.LOAD, 1, new ServerTemplate(Map.of(), null)));
    }

    private static Session session(TrialRunner runner) {
        return CalmSession.begin(
                runner,
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                9,
                () -> Instant.EPOCH,
                line -> {});
    }
}
