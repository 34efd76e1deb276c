package dev.multipool.perf.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.MethodAnswer.MeasuredSetting;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.result.Shortfall;
import dev.multipool.laboratory.result.SustainableRate;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.Trial.Processes;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.calibration.CalibrationRuns;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.ExperimentOptions.Scope;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.service.ServerTemplate;
import dev.multipool.perf.service.ServiceCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("once")
class SearchExperimentTest {
    private static final int TRUE_CORES = 2;

    private Instant now = Instant.EPOCH;

    /** Calls of 0.6 ms CPU that hold a thread for 3 ms: two cores serve 3333 per second with some 10 threads. */
    private final Session session = CalmSession.begin(
            runner(),
            new Conditions(MadeUpResults.OBJECTIVE, CorePlan.of(List.of(0, 1, 2, 3), true, TRUE_CORES), 0, false),
            1,
            () -> Instant.EPOCH,
            line -> {});

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void run_measuresAShortlistAndTheBestAgain_andAnswersWithTheSmallestPoolNearTheBest() throws InterruptedException {
        Findings findings = new SearchExperiment(options(Duration.ofMinutes(10))).run(session);

        assertThat(findings.answer().outcome()).isNotEqualTo(AnswerOutcome.NONE);
        assertThat(findings.answer().recommendation().basis().measured()).isTrue();
        int threads = findings.answer().recommendation().pool() == null
                ? 0
                : findings.answer().recommendation().pool().threads();
        // ten would be busy all of the time; the last two per cent take some more
        assertThat(threads).isBetween(8, 18);
        assertThat(findings.answer().recommendation().throughputPerSecond()).isBetween(3100.0, 3334.0);
        assertThat(findings.answer().text()).contains(" 3 windows").endsWith("measured on 2 cores");
        assertThat(findings.tables())
                .extracting(Table::title)
                .contains(
                        "Shortlist of find-user-info, each once",
                        "Fresh processes, find-user-info",
                        "Formula, simulation and measurement: find-user-info",
                        "What changes would do to find-user-info",
                        "Predicted for machines that are not here: find-user-info");
        assertThat(runsOf("finals, find-user-info")).hasSizeBetween(4, 15);
        assertThat(runsOf("fresh processes, find-user-info")).hasSize(3);
        assertThat(session.runs()).hasSizeLessThan(80);
        // async is simulated as a service of twice the CPU time: that it holds no thread doesn't help it
        assertThat(findings.answer().recommendation().settings()).doesNotContainValue("async");
        assertThat(runsOf("shortlist, find-user-info"))
                .anyMatch(run -> run.settings().variant().name().endsWith("async"));
        assertThat(findings.answer().methods()).singleElement().satisfies(method -> {
            assertThat(method.method()).isEqualTo("find-user-info");
            assertThat(method.outcome()).isEqualTo(AnswerOutcome.ANSWER);
            assertThat(Objects.requireNonNull(method.settings().pools()).threads())
                    .isEqualTo(Map.of("business", threads));
            assertThat(Objects.requireNonNull(method.prediction().elsewhere()).throughputPerSecond())
                    .isBetween(6300.0, 6700.0);
            assertThat(method.hints()).isNotNull();
            SustainableRate sustainable =
                    Objects.requireNonNull(method.settings().pools().sustainable());
            assertThat(sustainable.outcome()).isEqualTo(AnswerOutcome.ANSWER);
            assertThat(Objects.requireNonNull(sustainable.rate()).perSecond()).isBetween(2200, 3200);
            assertThat(sustainable.rate().evidence().windows()).isGreaterThanOrEqualTo(3);
            assertThat(findings.answer().recommendation().sustainable()).isEqualTo(sustainable);
        });
        assertThat(new ResultFile().toJson(result(findings))).contains("\"PREDICTED\"");
    }

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void aSmallBudget_makesWindowsShort_andIsKept() throws InterruptedException {
        Session hurried = session();

        Findings findings = new SearchExperiment(options(Duration.ofSeconds(90))).run(hurried);

        assertThat(now).isBetween(Instant.EPOCH.plusSeconds(60), Instant.EPOCH.plusSeconds(99));
        assertThat(findings.answer().outcome()).isNotEqualTo(AnswerOutcome.NONE);
        assertThat(hurried.runs())
                .extracting(run -> run.settings().load().times().durationSeconds())
                .allSatisfy(seconds -> assertThat(seconds).isBetween(1.0, 2.3))
                .contains(1.0, 2.0);
    }

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void whereEveryWindowIsDisturbed_theSearchGoesOnWithoutAModel_andTheAnswerIsProvisional()
            throws InterruptedException {
        TrialRunner calm = runner();
        Session disturbed = session(trial -> MadeUpResults.disturbed(calm.run(trial)));

        Findings findings = new SearchExperiment(options(Duration.ofMinutes(10))).run(disturbed);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.PROVISIONAL);
        assertThat(findings.answer().missing())
                .extracting(Shortfall::condition)
                .contains(Shortfall.Condition.WINDOWS, Shortfall.Condition.DISCARDED_WINDOWS);
        assertThat(findings.answer().recommendation().throughputPerSecond()).isBetween(3000.0, 3334.0);
        assertThat(findings.answer().methods().get(0).prediction().elsewhere()).isNull();
        assertThat(findings.findings())
                .anyMatch(finding -> finding.code() == FindingCode.SEARCHED_WITHOUT_MODEL
                        && "find-user-info".equals(finding.subjects().get(Subject.METHOD)));
    }

    @Test
    void wherePartOfTheTimeIsLeft_aProvisionalAnswerIsMeasuredOn() throws InterruptedException {
        // three fresh processes leave it open whether the limit is kept, the fourth tells
        Session wavering = session(trial -> MadeUpResults.run(
                trial, 1000 - trial.number() % 2, isFresh(trial) && trial.repeat() == 2 ? 8.6 : 7.2, Map.of()));

        Findings findings = new SearchExperiment(options(Duration.ofMinutes(10))).run(wavering);

        assertThat(pools(findings).evidence().windows()).isEqualTo(4);
        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
    }

    @Test
    void whereFreshProcessesBreakTheLimit_theAnswerIsWhatTheyKeepItWith() throws InterruptedException {
        List<Integer> ofFresh = new ArrayList<>();
        Session slowAtFirst = session(trial -> {
            if (isFresh(trial)) {
                assertThat(trial.processes()).isEqualTo(Processes.FRESH);
                ofFresh.add(users(trial));
            }
            boolean late = isFresh(trial) && users(trial) > 0.7 * ofFresh.get(0);
            return MadeUpResults.run(trial, late ? 900 : 1000, late ? 11 : 8, Map.of());
        });

        Findings findings = new SearchExperiment(options(Duration.ofMinutes(10))).run(slowAtFirst);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(pools(findings).users()).isBetween((int) (0.5 * ofFresh.get(0)), (int) (0.7 * ofFresh.get(0)));
        assertThat(pools(findings).evidence().windows()).isEqualTo(3);
    }

    @Test
    void whereAFreshProcessFails_itIsSaidAndNoAnswer() throws InterruptedException {
        Session failing = session(trial -> {
            if (isFresh(trial)) {
                throw new ProcessFailedException(ProcessFailedException.Kind.ENDED, "the server ended");
            }
            return MadeUpResults.run(trial, 1000, 7, Map.of());
        });

        Findings findings = new SearchExperiment(options(Duration.ofMinutes(10))).run(failing);

        assertThat(findings.answer().outcome()).isNotEqualTo(AnswerOutcome.ANSWER);
        assertThat(findings.findings()).extracting(Finding::code).contains(FindingCode.SETTING_ENDED_THE_SERVICE);
    }

    @Test
    void whereTheFirstRunTakesMostOfTheTime_theFinalsAreMadeWithWhatIsKnown() throws InterruptedException {
        Session slow = session(trial -> {
            if (trial.number() == 1) {
                now = now.plusSeconds(60);
            }
            return MadeUpResults.run(trial, 1000, 7, Map.of());
        });

        Findings findings = new SearchExperiment(options(Duration.ofSeconds(90))).run(slow);

        // there was no time for three fresh processes
        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.PROVISIONAL);
        assertThat(findings.answer().missing())
                .extracting(Shortfall::condition)
                .containsAnyOf(Shortfall.Condition.WINDOWS, Shortfall.Condition.FRESH_PROCESSES);
        assertThat(now).isBefore(Instant.EPOCH.plusSeconds(99));
    }

    @Test
    void noLineAnnouncesMoreTimeThanTheBudgetLeaves() throws InterruptedException {
        List<String> lines = new ArrayList<>();
        Session slow = session(
                trial -> {
                    now = now.plusSeconds(30);
                    return MadeUpResults.run(trial, 1000, 7, Map.of());
                },
                lines::add);

        new SearchExperiment(options(Duration.ofSeconds(90))).run(slow);

        assertThat(lines).anyMatch(line -> line.endsWith("0:33 elapsed, about 0:57 left"));
        assertThat(lines).noneMatch(line -> line.matches(".* about [2-9]:\\d+ left"));
    }

    @Test
    void whereThereIsNoTimeForASecondRun_thereIsNoAnswer_asTheTimeWasUp() throws InterruptedException {
        Session slow = session(trial -> {
            now = now.plusSeconds(90);
            return MadeUpResults.run(trial, 1000, 7, Map.of());
        });

        Findings findings = new SearchExperiment(options(Duration.ofSeconds(90))).run(slow);

        assertThat(findings.answer().whyNone())
                .isNotNull()
                .extracting(NoAnswer::cause)
                .isEqualTo(NoAnswer.Cause.OUT_OF_TIME);
    }

    @Test
    void whereEveryWindowIsDisturbedAndBreaksTheLimit_theOneThatMissesItLeastIsProvisional()
            throws InterruptedException {
        Session disturbed = session(
                trial -> MadeUpResults.disturbed(MadeUpResults.run(trial, 1000, 12 + users(trial) / 10.0, Map.of())));

        Findings findings = new SearchExperiment(options(Duration.ofMinutes(2))).run(disturbed);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.PROVISIONAL);
        int fewest = disturbed.runs().stream()
                .filter(run -> run.settings().place().stage().startsWith("load"))
                .mapToInt(run -> PoolComparison.users(run.settings()))
                .min()
                .orElseThrow();
        assertThat(pools(findings).users()).isLessThanOrEqualTo(fewest);
    }

    @Test
    void whereEveryWindowBreaksTheLimit_thereIsNoAnswer() throws InterruptedException {
        Session late = session(trial -> MadeUpResults.run(trial, 1000, 12, Map.of()));

        Findings findings = new SearchExperiment(options(Duration.ofMinutes(2))).run(late);

        assertThat(findings.answer().whyNone())
                .isNotNull()
                .extracting(NoAnswer::cause)
                .isEqualTo(NoAnswer.Cause.NOTHING_KEEPS_THE_OBJECTIVE);
    }

    @Test
    void whereTheFinalsBreakTheLimitThatOneWindowKept_fewerUsersAreMeasured() throws InterruptedException {
        List<Integer> ofFinals = new ArrayList<>();
        Session stricter = session(trial -> {
            boolean isFinal = trial.settings().place().stage().startsWith("finals");
            if (isFinal) {
                ofFinals.add(users(trial));
            }
            boolean late = isFinal && users(trial) > 0.6 * ofFinals.get(0);
            return MadeUpResults.run(trial, 1000, late ? 11 : 8, Map.of());
        });

        Findings findings = new SearchExperiment(options(Duration.ofMinutes(10))).run(stricter);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(pools(findings).users()).isBetween((int) (0.4 * ofFinals.get(0)), (int) (0.6 * ofFinals.get(0)));
    }

    /** As many threads as users are slow here, whatever the model says; with fewer, the same server bears far more users. */
    @Test
    void whereASmallerPoolBearsMoreUsers_theLoadIsRaisedAgain() throws InterruptedException {
        Session slowWhenLarge = session(trial -> {
            Variant server = trial.settings().variant();
            int threads =
                    CalibrationRuns.threads(ServiceCall.FIND_USER_INFO, server).getOrDefault("business", 0);
            boolean slow = threads > 0.6 * users(trial);
            double throughput = slow ? 25_000 : 20_000 + 200 * users(trial);
            return MadeUpResults.run(trial, throughput, users(trial) * (slow ? 0.16 : 0.04), Map.of());
        });

        Findings findings = new SearchExperiment(options(Duration.ofMinutes(3))).run(slowWhenLarge);

        assertThat(pools(findings).users()).isGreaterThanOrEqualTo(160);
    }

    private static boolean isFresh(Trial trial) {
        return trial.settings().place().stage().startsWith("fresh processes");
    }

    private static MeasuredSetting pools(Findings findings) {
        return Objects.requireNonNull(
                findings.answer().methods().get(0).settings().pools());
    }

    private static int users(Trial trial) {
        return PoolComparison.users(trial.settings());
    }

    private Session session() {
        return session(runner());
    }

    private Session session(TrialRunner runner) {
        return session(runner, line -> {});
    }

    /** One whose runs take their time. */
    private Session session(TrialRunner runner, Consumer<String> progress) {
        return CalmSession.begin(
                trial -> {
                    Load load = trial.settings().load();
                    now = now.plus(
                            trial.processes() == Processes.STAYING ? RunTimes.ofAWarmRun(load) : RunTimes.of(load));
                    return runner.run(trial);
                },
                new Conditions(MadeUpResults.OBJECTIVE, CorePlan.of(List.of(0, 1, 2, 3), true, TRUE_CORES), 0, false),
                100,
                () -> now,
                progress);
    }

    private static TrialRunner runner() {
        return new SimulatedRunner(
                CpuModel.inTurns(TRUE_CORES), trial -> service(trial.settings().variant()));
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
                new ServerTemplate(Map.of(), null),
                new Scope(List.of(ServiceCall.FIND_USER_INFO), budget));
    }

    private static SimulatedService service(Variant variant) {
        int heavier = AlternativeServers.isAsync(ServiceCall.FIND_USER_INFO, variant) ? 2 : 1;
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
