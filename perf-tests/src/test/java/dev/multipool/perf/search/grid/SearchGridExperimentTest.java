package dev.multipool.perf.search.grid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.ExperimentOptions.Scope;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.search.SimulatedRunner;
import dev.multipool.perf.service.ServerTemplate;
import dev.multipool.perf.service.ServiceCall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("once")
@Tag("full")
class SearchGridExperimentTest {
    private final Session session = CalmSession.begin(
            new SimulatedRunner(
                    CpuModel.inTurns(1), trial -> service(trial.settings().variant())),
            new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
            1,
            () -> Instant.EPOCH,
            line -> {});

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void run_measuresTheGrid_andComparesItsBestWithTheSearchsAnswer() throws InterruptedException {
        ExperimentOptions options = new ExperimentOptions(
                List.of(),
                MadeUpResults.LOAD,
                1,
                new ServerTemplate(Map.of(), null),
                new Scope(List.of(ServiceCall.FIND_USER_INFO, ServiceCall.QUERY_ITEMS), Duration.ofMinutes(10)));

        Findings findings = new SearchGridExperiment(options).run(session);

        List<LabRun> grid = runsOf("grid");
        assertThat(grid).hasSize(24).allSatisfy(run -> assertThat(run.identity().repeat())
                .isOne());
        assertThat(grid)
                .allSatisfy(run -> assertThat(run.settings().requirePool().threads())
                        .isBetween(1, PoolComparison.users(run.settings())));
        assertThat(grid)
                .extracting(
                        run -> run.settings().requirePool().threads() + " of " + PoolComparison.users(run.settings()))
                .contains("1 of 4", "4 of 4", "3 of 12", "6 of 12", "9 of 12", "12 of 12");
        assertThat(runsOf("the search's answer and the best of the grid"))
                .hasSize(18)
                .extracting(run -> run.settings().variant().name())
                .filteredOn(name -> name.startsWith("search: "))
                .hasSize(3);
        assertThat(findings.answer().outcome()).isNotEqualTo(AnswerOutcome.NONE);
        assertThat(findings.answer().text())
                .matches("find-user-info: the search's answer lies [+-][0-2]\\.[0-9] % off the best of the grid .*; "
                        + "[0-9]+ runs of the search, 24 of the grid \\([0-9]+ %\\); measured on 1 core");
        assertThat(MadeUpResults.texts(findings.tables().get(0))).hasSize(6);
    }

    private List<LabRun> runsOf(String stage) {
        return session.runs().stream()
                .filter(run -> run.settings().place().stage().equals(stage))
                .toList();
    }

    /** Calls of 0.6 ms CPU that hold a thread for 3 ms: one core serves 1667 per second. */
    private static SimulatedService service(Variant variant) {
        Program call = Program.start()
                .cpu(Delay.constant(0.2))
                .io(Delay.logNormal(2.4, 0.3))
                .cpu(Delay.constant(0.2));
        return SimulatedService.of(Program.start().cpu(Delay.constant(0.2)).on("business", call))
                .pool("business", variant.server().getOrDefault("pools.business", ""))
                .network(Delay.constant(0.5))
                .build();
    }
}
