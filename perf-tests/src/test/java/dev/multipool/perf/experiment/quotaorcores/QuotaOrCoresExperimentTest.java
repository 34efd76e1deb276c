package dev.multipool.perf.experiment.quotaorcores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.CorePlan;
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
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuotaOrCoresExperimentTest {
    private static final ExperimentOptions OPTIONS =
            new ExperimentOptions(List.of(), MadeUpResults.LOAD, 2, new ServerTemplate(Map.of(), null));

    @Test
    void run_comparesPinnedAndQuotaInterleavedUpToSaturation() throws InterruptedException {
        Session session = session(MadeUpResults.TWO_CORES);

        Findings findings = new QuotaOrCoresExperiment(OPTIONS, Optional::empty).run(session);

        List<LabRun> half = session.runs().stream()
                .filter(run -> run.settings().place().stage().equals("50 % of saturation"))
                .toList();
        assertThat(half).extracting(run -> run.settings().variant().cpus()).containsExactly("0", "0,1", "0,1", "0");
        assertThat(half).extracting(run -> run.settings().variant().cpuQuota()).containsExactly(null, 1.0, 1.0, null);
        assertThat(half.get(0).settings().load().demand().describe()).isEqualTo("510 calls/s");
        assertThat(findings.findings())
                .extracting(Finding::text)
                .startsWith(
                        "16 users saturated the server (pinned to one core). It answered 1020 calls/s in a closed loop, and"
                                + " more users brought no more.",
                        "At 50 % of saturation, the server \"pinned to one core\" had a TP50 of 1.8 ms and a TP99 of 4.0 ms.",
                        "At 50 % of saturation, the server \"quota of 1.0 on two cores\" had a TP50 of 23.4 ms and a TP99 of"
                                + " 52.0 ms. It was stopped in 25 % of the periods of its quota.");
        assertThat(findings.answer().text())
                .isEqualTo(
                        "most calls/s of those tried with TP99 < 10 ms: pinned to one core 1000, quota of 1.0 on two cores"
                                + " none");
        assertThat(new ResultFile().toJson(MadeUpResults.of("quota-or-cores", findings, session.runs())))
                .contains("\"cpuQuota\" : 1.0");
    }

    @Test
    void run_withSeveralCoresForTheServer_takesTwoOfThem() throws InterruptedException {
        Session session = session(CorePlan.of(List.of(0, 1, 2, 3, 4, 5), true, 4));

        new QuotaOrCoresExperiment(OPTIONS, Optional::empty).run(session);

        assertThat(session.runs()
                        .get(session.runs().size() - 2)
                        .settings()
                        .variant()
                        .cpus())
                .isEqualTo("0,1");
    }

    @Test
    void run_whereNoQuotaCanBeSet_measuresNothingAndSaysWhy() throws InterruptedException {
        Session session = session(MadeUpResults.TWO_CORES);

        Findings findings =
                new QuotaOrCoresExperiment(OPTIONS, () -> Optional.of("a CPU quota can't be set here")).run(session);

        assertThat(session.runs()).isEmpty();
        assertThat(findings.answer().text()).isEqualTo("nothing was compared: a CPU quota can't be set here");
    }

    @Test
    void run_whereNothingCanBePinned_saysWhy() throws InterruptedException {
        Findings findings =
                new QuotaOrCoresExperiment(OPTIONS, Optional::empty).run(session(CorePlan.of(List.of(0, 1), false, 0)));

        assertThat(findings.answer().text()).startsWith("nothing was compared: processes can't be pinned");
    }

    /** Full from 16 users on. */
    private static LabRun madeUp(Trial trial) {
        if (trial.settings().load().demand() instanceof ClosedLoop closed) {
            return MadeUpResults.run(
                    trial, closed.users() < 16 ? 60 * closed.users() : 1000 + closed.users() * 20 / 32, 4, Map.of());
        }
        return MadeUpResults.run(trial, 1000, trial.settings().variant().cpuQuota() == null ? 4 : 52, Map.of());
    }

    private static Session session(CorePlan cores) {
        return CalmSession.begin(
                QuotaOrCoresExperimentTest::madeUp,
                new Conditions(MadeUpResults.OBJECTIVE, cores, 0, false),
                20,
                () -> Instant.EPOCH,
                line -> {});
    }
}
