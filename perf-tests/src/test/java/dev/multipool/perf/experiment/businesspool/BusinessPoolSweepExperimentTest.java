package dev.multipool.perf.experiment.businesspool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.ServerTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BusinessPoolSweepExperimentTest {
    @Test
    void points_areFixedPoolsWhoseQueueHoldsEveryUser() {
        assertThat(sweep(32).points())
                .containsExactly(MadeUpResults.settings(2), MadeUpResults.settings(8), MadeUpResults.settings(32));
        assertThat(sweep(5000).points().get(0).requirePool().queue()).isEqualTo(5000);
    }

    @Test
    void estimate_countsEveryRun() {
        assertThat(sweep(32).plannedRuns()).isEqualTo(6);
        // a window of 10 s, one to settle, one between runs; 23 s of start and warm-up, which three sizes share
        assertThat(sweep(32).timeOfARun().toMillis()).isEqualTo(19_666);
    }

    @Test
    void run_answersWithTheSmallestPoolOfTheBest() throws InterruptedException {
        Session session = CalmSession.begin(
                trial -> MadeUpResults.run(
                        trial, trial.settings().requirePool().threads() == 2 ? 500 : 1000, 9, Map.of()),
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                6,
                () -> Instant.EPOCH,
                line -> {});

        Findings findings = sweep(32).run(session);

        assertThat(session.runs()).hasSize(6);
        assertThat(findings.answer().recommendation().pool()).isEqualTo(MadeUpResults.business(8, 1000));
        assertThat(findings.tables()).singleElement().satisfies(table -> assertThat(table.caption())
                .contains("4 cores, 8 GiB"));
    }

    private static BusinessPoolSweepExperiment sweep(int users) {
        return new BusinessPoolSweepExperiment(new ExperimentOptions(
                List.of(32, 2, 8),
                MadeUpResults.LOAD.with(new ClosedLoop(users, 0, 0.01)),
                2,
                new ServerTemplate(Map.of(), null)));
    }
}
