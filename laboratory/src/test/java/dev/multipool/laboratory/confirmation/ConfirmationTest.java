package dev.multipool.laboratory.confirmation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ProcessFailedException.Kind;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Evidence;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.MethodAnswer;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Shortfall;
import dev.multipool.laboratory.result.Shortfall.Condition;
import dev.multipool.laboratory.result.SustainableRate;
import dev.multipool.laboratory.result.SustainableRate.Carried;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.Trial.Processes;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** An answer of one service, and one of two methods, measured again. */
class ConfirmationTest {
    private static final int RATE = 400;

    private final List<Trial> trials = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private LabResult confirmed = MadeUpResults.sweep();

    @Test
    void run_windowsThatAllKeepTheLimit_holds() throws InterruptedException {
        Findings findings = confirm(MadeUpResults.sweep(), 20, trial -> made(trial, 8000, 6));

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(findings.answer().recommendation().throughputPerSecond()).isEqualTo(8000);
        assertThat(findings.answer().recommendation().settings())
                .isEqualTo(MadeUpResults.sweep().answer().recommendation().settings());
        assertThat(trials).hasSize(20).extracting(Trial::processes).containsOnly(Processes.FRESH);
        assertThat(findings.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.FRESH_PROCESSES);
            assertThat(finding.figures())
                    .containsEntry(FindingFigure.COUNTED, 20.0)
                    .containsEntry(FindingFigure.EXPECTED, 20.0)
                    .containsEntry(FindingFigure.P99_MILLIS, 6.0);
            assertThat(finding.text())
                    .startsWith("20 of 20 fresh processes kept the limit with fixed 8 under 32 users."
                            + " With 95 % confidence at least 86 % of all such processes keep it.");
        });
    }

    @Test
    void run_oneWindowOfTwentyThatBreaksTheLimit_holds_andTwoDoNot() throws InterruptedException {
        assertThat(confirm(MadeUpResults.sweep(), 20, trial -> made(trial, 8000, trial.repeat() == 7 ? 11 : 6))
                        .answer()
                        .outcome())
                .isEqualTo(AnswerOutcome.ANSWER);

        Findings two = confirm(MadeUpResults.sweep(), 20, trial -> made(trial, 8000, trial.repeat() > 18 ? 11 : 6));

        assertThat(two.answer().outcome()).isEqualTo(AnswerOutcome.PROVISIONAL);
        assertThat(two.answer().missing()).containsExactly(new Shortfall(Condition.KEPT_WINDOWS, 18, 19));
    }

    @Test
    void run_windowWithErrors_hasNotKeptTheLimit() throws InterruptedException {
        Findings findings = confirm(
                MadeUpResults.sweep(),
                4,
                trial -> trial.repeat() == 2
                        ? MadeUpResults.invalid(made(trial, 8000, 6), "ELIMIT")
                        : made(trial, 8000, 6));

        assertThat(findings.answer().missing()).containsExactly(new Shortfall(Condition.KEPT_WINDOWS, 3, 4));
        assertThat(trials).hasSize(4);
    }

    @Test
    void run_disturbedWindows_areMadeAgainAndNotJudged() throws InterruptedException {
        Findings findings = confirm(
                MadeUpResults.sweep(),
                4,
                trial -> trial.repeat() <= 2 ? MadeUpResults.disturbed(made(trial, 8000, 60)) : made(trial, 8000, 6));

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(trials).hasSize(6);
    }

    @Test
    void run_machineThatDisturbsEachWindow_saysThatNothingIsKnown_andEnds() throws InterruptedException {
        Findings findings = confirm(MadeUpResults.sweep(), 4, trial -> MadeUpResults.disturbed(made(trial, 8000, 60)));

        assertThat(findings.answer().missing()).contains(new Shortfall(Condition.WINDOWS, 0, 4));
        assertThat(findings.findings()).singleElement().satisfies(finding -> assertThat(finding.code())
                .isEqualTo(FindingCode.FRESH_PROCESSES_NOT_JUDGED));
        assertThat(trials).hasSize(6);
    }

    @Test
    void run_processThatFails_hasNotKeptTheLimit_andTheSecondEndsIt() throws InterruptedException {
        Findings findings = confirm(MadeUpResults.sweep(), 20, trial -> {
            if (trial.repeat() >= 3) {
                throw new ProcessFailedException(Kind.NOT_STARTED, "no memory");
            }
            return made(trial, 8000, 6);
        });

        assertThat(trials).hasSize(4);
        assertThat(findings.answer().missing())
                .containsExactly(new Shortfall(Condition.WINDOWS, 4, 20), new Shortfall(Condition.KEPT_WINDOWS, 2, 4));
        assertThat(findings.findings())
                .filteredOn(finding -> finding.code() == FindingCode.FRESH_PROCESS_FAILED)
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.subjects()).containsEntry(Subject.ERROR, "no memory"));
        assertThat(said).anyMatch(line -> line.startsWith("failed: "));
    }

    @Test
    void interrupted_tellsWhatWasKeptSoFar_andBlamesNoProcessThatEndedWithIt() throws InterruptedException {
        Confirmation confirmation = new Confirmation(MadeUpResults.sweep(), 20);
        Session session = session(MadeUpResults.sweep(), trial -> {
            if (trial.repeat() == 3) {
                throw new ProcessFailedException(Kind.ENDED, "ended by Ctrl-C");
            }
            if (trial.repeat() == 4) {
                throw new IllegalStateException("its processes have ended");
            }
            return made(trial, 8000, trial.repeat() == 2 ? 60 : 6);
        });
        assertThatThrownBy(() -> confirmation.run(session)).hasMessage("its processes have ended");

        Findings findings = confirmation.interrupted(session);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.NONE);
        assertThat(findings.tables()).singleElement().satisfies(table -> assertThat(table.rows())
                .singleElement()
                .satisfies(row -> assertThat(row).extracting(Cell::text).contains("1", "2")));
        assertThat(findings.findings()).extracting(Finding::code).containsExactly(FindingCode.FRESH_PROCESSES);
    }

    @Test
    void run_anotherProcessThatFails_endsAll() {
        assertThatThrownBy(() -> confirm(MadeUpResults.sweep(), 20, trial -> {
                    throw new ProcessFailedException("the generator ended");
                }))
                .isInstanceOf(ProcessFailedException.class)
                .hasMessage("the generator ended");
    }

    @Test
    void run_answerWithARate_measuresBothByTurns_andJudgesEachByItself() throws InterruptedException {
        Findings findings = confirm(
                withRate(),
                4,
                trial -> trial.settings().load().demand() instanceof OpenLoop
                        ? made(trial, RATE, trial.repeat() == 1 ? 30 : 5)
                        : made(trial, 500, 8));

        assertThat(trials.stream().map(ConfirmationTest::isOpen))
                .containsExactly(false, true, true, false, false, true, true, false);
        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        SustainableRate rate =
                Objects.requireNonNull(findings.answer().recommendation().sustainable());
        assertThat(rate.outcome()).isEqualTo(AnswerOutcome.PROVISIONAL);
        assertThat(rate.missing()).containsExactly(new Shortfall(Condition.KEPT_WINDOWS, 3, 4));
        assertThat(Objects.requireNonNull(rate.rate()).perSecond()).isEqualTo(RATE);
        assertThat(Objects.requireNonNull(rate.rate()).partOfClosedLoop()).isEqualTo(0.8);
        assertThat(findings.findings()).hasSize(2);
        assertThat(findings.tables()).singleElement().satisfies(table -> assertThat(table.rows())
                .hasSize(2));
    }

    @Test
    void run_searchOfMethods_tellsOfEach_andKeepsThoseWithoutAnAnswer() throws InterruptedException {
        Findings findings = confirm(
                MadeUpResults.provisionalSearch(),
                3,
                trial -> made(trial, 1000, trial.settings().variant().name().startsWith("business 8,") ? 12 : 6));

        assertThat(findings.answer().methods())
                .extracting(MethodAnswer::outcome)
                .containsExactly(AnswerOutcome.ANSWER, AnswerOutcome.PROVISIONAL, AnswerOutcome.NONE);
        assertThat(findings.answer().methods().get(1).missing())
                .containsExactly(new Shortfall(Condition.KEPT_WINDOWS, 0, 3));
        assertThat(findings.answer().methods().get(0).settings().pools()).satisfies(pools -> {
            assertThat(pools.throughputPerSecond()).isEqualTo(1000);
            assertThat(pools.users()).isEqualTo(24);
        });
        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.PROVISIONAL);
    }

    @Test
    void resultWithoutAnAnswer_isRefused() {
        assertThatThrownBy(() -> new Confirmation(MadeUpResults.fruitlessSearch(), 20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the result has no answer (expected: ");
        assertThatThrownBy(() -> new Confirmation(MadeUpResults.sweep(), 0)).hasMessage("windows: 0 (expected: >= 1)");
    }

    @Test
    void findings_makeAResultThatItsSchemaKnows() throws InterruptedException {
        Findings findings = confirm(withRate(), 2, trial -> made(trial, RATE, trial.repeat() == 1 ? 30 : 5));

        assertThat(new ResultFile()
                        .toJson(MadeUpResults.of(
                                Confirmation.NAME,
                                findings,
                                confirmed.measured().runs())))
                .contains("\"KEPT_WINDOWS\"");
    }

    private static boolean isOpen(Trial trial) {
        return trial.settings().load().demand() instanceof OpenLoop;
    }

    /** The sweep's answer with a rate, which windows of its own confirmed after a shorter look. */
    private static LabResult withRate() {
        LabResult sweep = MadeUpResults.sweep();
        RunSettings answered = sweep.measured().points().stream()
                .filter(sweep.answer()::isOf)
                .findFirst()
                .orElseThrow()
                .settings();
        Demand demand = new OpenLoop(RATE, Demand.Arrivals.POISSON, RATE);
        RunSettings atRate = new RunSettings(
                answered.place(), answered.variant(), answered.load().with(demand), List.of());
        RunSettings look = new RunSettings(
                answered.place(), answered.variant(), atRate.load().lasting(1, 1), List.of());
        List<LabRun> runs = new ArrayList<>(sweep.measured().runs());
        runs.add(made(new Trial(90, 1, look), RATE, 5));
        runs.add(made(new Trial(91, 1, atRate), RATE, 5));
        return MadeUpResults.of(
                "sweep",
                new Findings(
                        sweep.answer()
                                .withSustainable(SustainableRate.of(
                                        new Carried(
                                                RATE, Demand.Arrivals.POISSON, 0.05, 5.0, Evidence.NOTHING, RATE + 20),
                                        List.of())),
                        List.of(),
                        List.of()),
                runs);
    }

    private static LabRun made(Trial trial, double throughputPerSecond, double p99Millis) {
        return MadeUpResults.run(trial, throughputPerSecond, p99Millis, Map.of());
    }

    private Findings confirm(LabResult result, int windows, Function<Trial, LabRun> service)
            throws InterruptedException {
        trials.clear();
        Session session = session(result, service);
        Findings findings = new Confirmation(result, windows).run(session);
        confirmed = MadeUpResults.of("confirm", findings, session.runs());
        return findings;
    }

    private Session session(LabResult result, Function<Trial, LabRun> service) throws InterruptedException {
        return CalmSession.begin(
                new TrialRunner() {
                    @Override
                    public LabRun run(Trial trial) {
                        trials.add(trial);
                        return service.apply(trial);
                    }

                    @Override
                    public void keep(String fileName, String text) {
                        throw new UnsupportedOperationException();
                    }
                },
                new Conditions(result.answer().objective(), MadeUpResults.TWO_CORES, 0, false),
                1,
                () -> Instant.EPOCH,
                said::add);
    }
}
