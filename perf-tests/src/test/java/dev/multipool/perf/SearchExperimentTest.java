package dev.multipool.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.perf.ExperimentOptions.Scope;
import dev.multipool.perf.Session.Conditions;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.result.Findings;
import dev.multipool.perf.result.LabResult;
import dev.multipool.perf.result.LabRun;
import dev.multipool.perf.result.MadeUpResults;
import dev.multipool.perf.result.ResultFile;
import dev.multipool.perf.result.Table;
import dev.multipool.perf.result.Variant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SearchExperimentTest {
    private static final int TRUE_CORES = 2;

    /** Calls of 0.6 ms CPU that hold a thread for 3 ms: two cores serve 3333 per second with some 10 threads. */
    private final Session session = new Session(
            new SimulatedRunner(
                    CpuModel.inTurns(TRUE_CORES),
                    trial -> service(trial.settings().variant())),
            new Conditions(MadeUpResults.OBJECTIVE, CorePlan.of(List.of(0, 1, 2, 3), true, TRUE_CORES), 0, false),
            1,
            () -> Instant.EPOCH,
            line -> {});

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void run_measuresAShortlistAndTheBestAgain_andAnswersWithTheSmallestPoolNearTheBest() throws InterruptedException {
        Findings findings = new SearchExperiment(options(Duration.ofMinutes(10))).run(session);

        assertThat(findings.answer().met()).isTrue();
        assertThat(findings.answer().measured()).isTrue();
        int threads =
                findings.answer().pool() == null ? 0 : findings.answer().pool().threads();
        // ten would be busy all of the time; the last two per cent take some more
        assertThat(threads).isBetween(8, 18);
        assertThat(findings.answer().throughputPerSecond()).isBetween(3100.0, 3334.0);
        assertThat(findings.answer().text()).contains("(95 %, 3 runs)").endsWith("measured on 2 cores");
        assertThat(findings.tables())
                .extracting(Table::title)
                .contains(
                        "Shortlist of find-user-info, each once",
                        "Formula, simulation and measurement: find-user-info",
                        "What changes would do to find-user-info",
                        "Predicted for machines that are not here: find-user-info");
        assertThat(runsOf("finals, find-user-info")).hasSizeBetween(6, 15);
        assertThat(session.runs()).hasSizeLessThan(80);
        // async is simulated as a service of twice the CPU time: that it holds no thread doesn't help it
        assertThat(findings.answer().settings()).doesNotContainValue("async");
        assertThat(runsOf("shortlist, find-user-info"))
                .anyMatch(run -> run.settings().variant().name().endsWith("async"));
        assertThat(findings.tables().get(0))
                .returns("The answers", Table::title)
                .extracting(Table::rows, InstanceOfAssertFactories.list(List.class))
                .singleElement(InstanceOfAssertFactories.list(String.class))
                .startsWith("find-user-info", "business " + threads)
                .element(7, InstanceOfAssertFactories.STRING)
                .matches("business [0-9]+ under [0-9]+ users: 6[3-6][0-9]{2} TPS \\([0-9]+ to [0-9]+\\)");
        assertThat(new ResultFile().toJson(result(findings))).contains("\"PREDICTED\"");
    }

    @Test
    void aSmallBudget_makesWindowsShort() {
        SearchExperiment usual = new SearchExperiment(options(Duration.ofMinutes(60)));
        SearchExperiment hurried = new SearchExperiment(options(Duration.ofMinutes(4)));

        assertThat(total(usual)).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(16));
        assertThat(total(hurried)).isBetween(Duration.ofSeconds(200), Duration.ofSeconds(250));
    }

    private static Duration total(SearchExperiment search) {
        return search.timeOfARun().multipliedBy(search.plannedRuns());
    }

    private List<LabRun> runsOf(String stage) {
        return session.runs().stream()
                .filter(run -> run.settings().place().stage().equals(stage))
                .toList();
    }

    private LabResult result(Findings findings) {
        LabResult sweep = MadeUpResults.sweep();
        return LabResult.of(SearchExperiment.NAME, "Which?", findings, sweep.setup(), session.runs());
    }

    private static ExperimentOptions options(Duration budget) {
        return new ExperimentOptions(
                List.of(),
                MadeUpResults.LOAD,
                1,
                Map.of(),
                null,
                new Scope(List.of(ServiceCall.FIND_USER_INFO), budget));
    }

    private static SimulatedService service(Variant variant) {
        int heavier = variant.name().endsWith(Others.ASYNC) ? 2 : 1;
        Program call = Program.start()
                .cpu(Delay.constant(0.2 * heavier))
                .io(Delay.logNormal(2.4, 0.3))
                .cpu(Delay.constant(0.2 * heavier));
        return SimulatedService.of(
                        Program.start().cpu(Delay.constant(0.2 * heavier)).on("business", call))
                .pool("business", variant.server().getOrDefault("pools.business", ""))
                .network(Delay.constant(0.5))
                .build();
    }
}
