package dev.multipool.perf.experiment.profilercost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Finding;
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

class ProfilerCostExperimentTest {
    @Test
    void run_alternatesBothAndSaysWhatTheProfilerCosts() throws InterruptedException {
        Session session = CalmSession.begin(
                trial -> MadeUpResults.run(trial, trial.settings().variant().profiled() ? 950 : 1000, 5, Map.of()),
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                4,
                () -> Instant.EPOCH,
                line -> {});

        Findings findings = new ProfilerCostExperiment(
                        new ExperimentOptions(List.of(), MadeUpResults.LOAD, 2, new ServerTemplate(Map.of(), null)))
                .run(session);

        assertThat(session.runs())
                .extracting(run -> run.settings().place().label())
                .containsExactly("without", "with", "with", "without");
        assertThat(findings.findings())
                .extracting(Finding::text)
                .containsExactly(
                        "Profiled, the server answered 950 calls/s instead of 1000 calls/s (-5.0 %). Its TP99 was"
                                + " 5.0 ms instead of 5.0 ms.");
    }
}
