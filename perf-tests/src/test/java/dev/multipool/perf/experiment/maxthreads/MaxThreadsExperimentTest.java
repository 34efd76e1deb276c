package dev.multipool.perf.experiment.maxthreads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Demand.ClosedLoop;
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
import dev.multipool.perf.service.ServerTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MaxThreadsExperimentTest {
    private static final ExperimentOptions OPTIONS =
            new ExperimentOptions(List.of(), MadeUpResults.LOAD, 1, new ServerTemplate(Map.of(), null));

    @Test
    void run_saysWhatSetTheCeiling() throws InterruptedException {
        Session session = session();

        Findings findings = new MaxThreadsExperiment(OPTIONS).run(session);

        assertThat(findings.findings())
                .extracting(Finding::text)
                .startsWith(
                        "50 threads answered 50 calls/s at most, from 50 users on. By the time that a call holds its thread,"
                                + " 50 calls/s would be possible. The threads set the ceiling.",
                        "200 threads answered 200 calls/s at most, from 200 users on. By the time that a call holds its thread,"
                                + " 200 calls/s would be possible. The threads set the ceiling.",
                        "2000 threads answered 1700 calls/s at most, from 2000 users on. By the time that a call holds its thread,"
                                + " 2000 calls/s would be possible. The cores set the ceiling.");
        assertThat(MadeUpResults.texts(findings.tables().get(0)).get(2))
                .containsExactly("2000", "2000", "1700", "2000", "0.97", "the cores", "2000", "1700");
        assertThat(new ResultFile().toJson(MadeUpResults.of("max-threads", findings, session.runs())))
                .contains("Threads and throughput");
    }

    @Test
    void run_holdsEachCallForASecondAndLetsItWaitLongEnough() throws InterruptedException {
        Session session = session();

        new MaxThreadsExperiment(OPTIONS).run(session);

        assertThat(session.runs()).allSatisfy(run -> {
            assertThat(run.settings().variant().server())
                    .containsEntry("methods.find-user-info.wait", "lognormal:1s,cv=0.3");
            assertThat(run.settings().load().times().timeoutSeconds()).isEqualTo(15);
            assertThat(run.settings().load().times().warmupSeconds()).isEqualTo(10);
        });
        assertThat(session.runs().subList(0, 4))
                .extracting(MaxThreadsExperimentTest::users)
                .containsExactly(25, 50, 75, 100);
        assertThat(session.runs())
                .filteredOn(run -> run.settings().place().stage().startsWith("transports"))
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run.settings().variant().server())
                        .containsEntry(
                                "server.transport", run.settings().place().label())
                        .containsEntry("pools.business", "fixed:threads=2000,queue=10000"));
    }

    private static int users(LabRun run) {
        return ((ClosedLoop) run.settings().load().demand()).users();
    }

    /** A second for each call, one core for 1700 calls a second. */
    private static LabRun madeUp(Trial trial) {
        int users = ((ClosedLoop) trial.settings().load().demand()).users();
        int threads = trial.settings().requirePool().threads();
        return MadeUpResults.run(trial, Math.min(1700, Math.min(users, threads)), 1000, Map.of());
    }

    private static Session session() {
        return CalmSession.begin(
                MaxThreadsExperimentTest::madeUp,
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                15,
                () -> Instant.EPOCH,
                line -> {});
    }
}
